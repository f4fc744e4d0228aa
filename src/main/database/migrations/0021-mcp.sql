-- What is known of each MCP server, by where it is configured and its name: `user:github`, or `prj_…:github`.
CREATE TABLE mcp_servers (
  key TEXT PRIMARY KEY,
  -- The person's own choice. NULL: as its file says.
  enabled INTEGER CHECK (enabled IN (0, 1)),
  -- The digest of the configuration that the person allowed to start.
  trusted TEXT,
  -- JSON: digests of the tools that the person says only read.
  read_only TEXT NOT NULL DEFAULT '[]',
  -- JSON: the tools as they were listed last, for the configuration with `listed_for` as its digest.
  listing TEXT,
  listed_for TEXT,
  calls INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
