-- Git worktrees that the app created for chats and agents, and keeps over restarts.
CREATE TABLE worktrees (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  repository TEXT NOT NULL,
  path TEXT NOT NULL,
  prefix TEXT NOT NULL,
  branch TEXT NOT NULL,
  base TEXT NOT NULL,
  base_branch TEXT,
  created_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;

CREATE INDEX worktrees_of_project ON worktrees (project_id, created_at);
