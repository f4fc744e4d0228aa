-- The newest messages to and from each MCP server, without secrets.
CREATE TABLE mcp_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- As in mcp_servers: `user:github`, or `prj_…:github`.
  server TEXT NOT NULL,
  at INTEGER NOT NULL,
  sender TEXT NOT NULL CHECK (sender IN ('client', 'server')),
  kind TEXT NOT NULL CHECK (kind IN ('request', 'answer', 'notification', 'http', 'dropped')),
  method TEXT NOT NULL,
  -- The same for a request and its answer.
  exchange TEXT,
  summary TEXT NOT NULL,
  -- Bytes of the message.
  size INTEGER NOT NULL,
  -- Milliseconds from the request to the answer.
  took INTEGER,
  failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
  -- JSON. NULL: too large to store.
  body TEXT
) STRICT;
CREATE INDEX mcp_messages_by_server ON mcp_messages (server, id);
