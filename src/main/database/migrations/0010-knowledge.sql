-- Folders whose files are pages. `followed` is 0 after the person stopped reading one.
CREATE TABLE knowledge_folders (
  id TEXT NOT NULL PRIMARY KEY,
  scope TEXT NOT NULL CHECK (scope IN ('project', 'user')),
  scope_id TEXT NOT NULL CHECK ((scope = 'user') = (scope_id = '')),
  path TEXT NOT NULL,
  followed INTEGER NOT NULL CHECK (followed IN (0, 1)),
  added_at INTEGER NOT NULL,
  UNIQUE (scope, scope_id, path)
) STRICT;

-- Pages, without their words: those stand in the newest version. The scope is a pair of columns, as of memories.
CREATE TABLE knowledge_pages (
  id TEXT NOT NULL PRIMARY KEY,
  scope TEXT NOT NULL CHECK (scope IN ('project', 'user')),
  scope_id TEXT NOT NULL CHECK ((scope = 'user') = (scope_id = '')),
  title TEXT NOT NULL,
  -- The title as links name it: folded, so that it can be compared.
  title_key TEXT NOT NULL,
  tags TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  -- The file it was read from, what that was then, and how the two go together now.
  folder_id TEXT REFERENCES knowledge_folders (id) ON DELETE SET NULL,
  file TEXT,
  file_stamp TEXT,
  file_hash TEXT,
  standing TEXT CHECK ((standing IS NULL) = (file IS NULL)),
  -- The newest of its versions.
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived_at INTEGER,
  removed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX knowledge_pages_by_file ON knowledge_pages (folder_id, file)
  WHERE folder_id IS NOT NULL AND removed_at IS NULL;
CREATE INDEX knowledge_pages_by_title ON knowledge_pages (title_key) WHERE removed_at IS NULL;
CREATE INDEX knowledge_pages_by_time ON knowledge_pages (updated_at) WHERE removed_at IS NULL;
CREATE INDEX knowledge_pages_removed ON knowledge_pages (removed_at) WHERE removed_at IS NOT NULL;

-- What a page was after each change. What one act changed has one change id, and is undone together.
CREATE TABLE knowledge_versions (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  page_id TEXT NOT NULL REFERENCES knowledge_pages (id) ON DELETE CASCADE,
  change_id TEXT NOT NULL,
  act TEXT NOT NULL,
  author TEXT NOT NULL,
  at INTEGER NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  tags TEXT NOT NULL,
  standing TEXT,
  archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
  removed INTEGER NOT NULL CHECK (removed IN (0, 1))
) STRICT;
CREATE INDEX knowledge_versions_by_page ON knowledge_versions (page_id, version);
CREATE INDEX knowledge_versions_by_change ON knowledge_versions (change_id);

-- What the newest words of a page name: a title, folded, or a file of the same folder.
CREATE TABLE knowledge_links (
  page_id TEXT NOT NULL REFERENCES knowledge_pages (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('title', 'file')),
  target TEXT NOT NULL,
  -- As it is written.
  shown TEXT NOT NULL,
  PRIMARY KEY (page_id, kind, target)
) STRICT, WITHOUT ROWID;
CREATE INDEX knowledge_links_by_target ON knowledge_links (target, kind);
