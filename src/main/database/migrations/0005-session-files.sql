-- The event a copied one was made from. The copy has its own id.
ALTER TABLE events ADD COLUMN copied_from TEXT;

-- What sorts the sidebar. A chat in the bin has a time of deletion.
ALTER TABLE sessions ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN deleted_at INTEGER;
DROP INDEX sessions_by_project;
CREATE INDEX sessions_by_project ON sessions (project_id, kind, deleted_at, archived, pinned, updated_at);
CREATE INDEX sessions_in_bin ON sessions (deleted_at) WHERE deleted_at IS NOT NULL;

-- Chats whose run ended while no window showed them.
CREATE TABLE unread_sessions (
  session_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
