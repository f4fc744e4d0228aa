-- The log: one row is one durable event, written once and never edited.
CREATE TABLE events (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  parent_id TEXT,
  context_id TEXT,
  run_id TEXT,
  turn_index INTEGER,
  kind TEXT NOT NULL,
  ts INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  v INTEGER NOT NULL,
  payload TEXT NOT NULL,
  UNIQUE (session_id, seq)
) STRICT;
CREATE INDEX events_by_run ON events (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX events_by_kind ON events (session_id, kind);

-- Materialised folds. Each can be dropped and computed again from the events.
CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  project_id TEXT,
  archived INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_project ON sessions (project_id, kind, archived, updated_at);

CREATE TABLE contexts (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX contexts_by_session ON contexts (session_id);

CREATE TABLE runs (
  run_id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  status TEXT NOT NULL,
  parent_run_id TEXT,
  created_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX runs_by_session ON runs (session_id, created_at);
CREATE INDEX runs_unfinished ON runs (status) WHERE status IN ('pending', 'running', 'awaiting_user', 'paused');
CREATE INDEX runs_by_parent ON runs (parent_run_id) WHERE parent_run_id IS NOT NULL;

CREATE TABLE plans (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX plans_by_session ON plans (session_id);

CREATE TABLE queue_items (
  item_id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX queue_by_session ON queue_items (session_id, position);

CREATE TABLE interactions (
  request_id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX interactions_by_session ON interactions (session_id);

-- Where an engine stood, so that a wait for the person survives a restart. Never a summary.
CREATE TABLE run_checkpoints (
  run_id TEXT NOT NULL PRIMARY KEY,
  schema_version INTEGER NOT NULL,
  state TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT;

-- Long outputs and attachments; the bytes lie in files named by their hash.
CREATE TABLE blobs (
  id TEXT NOT NULL PRIMARY KEY,
  sha256 TEXT NOT NULL,
  mime TEXT NOT NULL,
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX blobs_by_hash ON blobs (sha256, mime);

CREATE TABLE grants (
  id TEXT NOT NULL PRIMARY KEY,
  scope TEXT NOT NULL,
  session_id TEXT,
  project_id TEXT,
  tool TEXT NOT NULL,
  pattern TEXT,
  action TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT;
