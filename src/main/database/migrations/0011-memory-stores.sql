-- Named parts of what is remembered for a project. The entries of a store are memories of the project whose keys begin
-- with its name and a slash; this table only says which names there are, so that an empty store is one too.
CREATE TABLE memory_stores (
  project_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, name)
) STRICT, WITHOUT ROWID;
