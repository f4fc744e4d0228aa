-- What files held before they were changed. The bytes lie in files named by their hash.
CREATE TABLE file_contents (
  sha256 TEXT NOT NULL PRIMARY KEY,
  size INTEGER NOT NULL,
  -- What it takes on the disk, and whether it is gzipped there.
  stored INTEGER NOT NULL,
  packed INTEGER NOT NULL CHECK (packed IN (0, 1)),
  kept_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One change to one file. A hash stands here only while the content it names is kept; the record has the rest.
CREATE TABLE file_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('change', 'kept')),
  -- Begun: the file may or may not have been changed yet.
  state TEXT NOT NULL CHECK (state IN ('begun', 'done')),
  project_id TEXT,
  session_id TEXT NOT NULL,
  run_id TEXT,
  call_id TEXT,
  path TEXT NOT NULL,
  path_key TEXT NOT NULL,
  before_hash TEXT REFERENCES file_contents (sha256),
  -- What stood in the file when the change was taken back, so that it can be made again.
  replaced_hash TEXT REFERENCES file_contents (sha256),
  undone_by INTEGER,
  at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX file_versions_by_file ON file_versions (path_key, id);
CREATE INDEX file_versions_by_before ON file_versions (before_hash, project_id) WHERE before_hash IS NOT NULL;
CREATE INDEX file_versions_by_replaced ON file_versions (replaced_hash, project_id) WHERE replaced_hash IS NOT NULL;
CREATE INDEX file_versions_kept ON file_versions (project_id, id) WHERE before_hash IS NOT NULL OR replaced_hash IS NOT NULL;
CREATE INDEX file_versions_begun ON file_versions (id) WHERE state = 'begun';

-- From which sessions a change can be reached: the one it was made in, and those this one works for.
CREATE TABLE file_version_sessions (
  session_id TEXT NOT NULL,
  version_id INTEGER NOT NULL REFERENCES file_versions (id) ON DELETE CASCADE,
  run_id TEXT,
  call_id TEXT,
  -- The newest event of that session when the file was changed.
  seq INTEGER NOT NULL,
  PRIMARY KEY (session_id, version_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_version_sessions_by_version ON file_version_sessions (version_id);

-- Files being put back at this moment. A row that is found at a start was left by a crash.
CREATE TABLE file_restores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL,
  from_hash TEXT REFERENCES file_contents (sha256),
  to_hash TEXT REFERENCES file_contents (sha256),
  record TEXT NOT NULL
) STRICT;
CREATE INDEX file_restores_from ON file_restores (from_hash) WHERE from_hash IS NOT NULL;
CREATE INDEX file_restores_to ON file_restores (to_hash) WHERE to_hash IS NOT NULL;
