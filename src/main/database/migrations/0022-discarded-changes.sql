-- Changes that a person took out of files, as the patches that put them back.
CREATE TABLE discarded_changes (
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL,
  path TEXT NOT NULL,
  at INTEGER NOT NULL,
  added INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  patch BLOB NOT NULL
) STRICT;

CREATE INDEX discarded_changes_of_project ON discarded_changes (project_id, at);
