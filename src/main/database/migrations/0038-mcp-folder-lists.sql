-- What an MCP server that may know the folder of the project (roots) listed for each folder.
CREATE TABLE mcp_folder_lists (
  key TEXT NOT NULL,
  folder TEXT NOT NULL,
  listed_for TEXT NOT NULL,
  listing TEXT NOT NULL,
  -- Counts up, so that the oldest are known.
  number INTEGER NOT NULL,
  PRIMARY KEY (key, folder)
) STRICT, WITHOUT ROWID;
