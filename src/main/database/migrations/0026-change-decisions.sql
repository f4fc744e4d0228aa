-- What a person decided about changed lines: accepted or rejected, anchored by the content of the lines.
CREATE TABLE change_decisions (
  id INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL,
  path TEXT NOT NULL,
  decision TEXT NOT NULL,
  state TEXT NOT NULL,
  session_id TEXT,
  at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;

CREATE INDEX change_decisions_of_path ON change_decisions (project_id, path);
