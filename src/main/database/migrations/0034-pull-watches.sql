-- Pull requests that the app follows for the person. `record` is JSON.
CREATE TABLE pull_watches (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
