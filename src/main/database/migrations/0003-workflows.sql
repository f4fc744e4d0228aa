-- One workflow run over all its attempts. Its events lie in its own session.
CREATE TABLE workflow_runs (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  script TEXT NOT NULL,
  args TEXT NOT NULL,
  listing TEXT NOT NULL
) STRICT;
CREATE INDEX workflow_runs_by_project ON workflow_runs (project_id, updated_at);
CREATE INDEX workflow_runs_live ON workflow_runs (state) WHERE state IN ('running', 'paused');

-- The journal: what each agent call came to, found again by its content and by which of the same calls it was.
CREATE TABLE workflow_memo (
  workflow_run_id TEXT NOT NULL,
  key TEXT NOT NULL,
  nth INTEGER NOT NULL,
  at INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (workflow_run_id, key, nth)
) STRICT, WITHOUT ROWID;
