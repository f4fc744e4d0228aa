-- What is kept beyond one chat. The scope is a pair of columns and never a part of the key: no key of one project can
-- spell its way into another. For `user` the id is empty.
CREATE TABLE memory_items (
  id TEXT NOT NULL PRIMARY KEY,
  scope TEXT NOT NULL CHECK (scope IN ('project', 'user')),
  scope_id TEXT NOT NULL CHECK ((scope = 'user') = (scope_id = '')),
  key TEXT NOT NULL,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  author TEXT NOT NULL,
  -- Where it was said. The chat may be gone since.
  source_session TEXT,
  source_event TEXT,
  -- The newest of its versions.
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER,
  last_recalled_at INTEGER,
  recalls INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX memory_items_by_key ON memory_items (scope, scope_id, key) WHERE removed_at IS NULL;
CREATE INDEX memory_items_by_word ON memory_items (key COLLATE NOCASE) WHERE removed_at IS NULL;
CREATE INDEX memory_items_by_time ON memory_items (updated_at) WHERE removed_at IS NULL;
CREATE INDEX memory_items_removed ON memory_items (removed_at) WHERE removed_at IS NOT NULL;

-- What an item was after each change. What one act of a person changed has one change id, and is undone together.
CREATE TABLE memory_versions (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
  change_id TEXT NOT NULL,
  act TEXT NOT NULL,
  author TEXT NOT NULL,
  at INTEGER NOT NULL,
  scope TEXT NOT NULL,
  scope_id TEXT NOT NULL,
  key TEXT NOT NULL,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  removed INTEGER NOT NULL CHECK (removed IN (0, 1))
) STRICT;
CREATE INDEX memory_versions_by_item ON memory_versions (item_id, version);
CREATE INDEX memory_versions_by_change ON memory_versions (change_id);

-- Where an item went: one row for every run that was given it.
CREATE TABLE memory_uses (
  item_id TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
  run_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  event_id TEXT,
  how TEXT NOT NULL CHECK (how IN ('recalled', 'searched')),
  score REAL NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (item_id, run_id, how)
) STRICT, WITHOUT ROWID;

-- What the person said about an item being recalled in a project; empty for chats without one.
CREATE TABLE memory_feedback (
  item_id TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
  project_id TEXT NOT NULL,
  always INTEGER NOT NULL CHECK (always IN (0, 1)),
  not_useful INTEGER NOT NULL,
  PRIMARY KEY (item_id, project_id)
) STRICT, WITHOUT ROWID;
