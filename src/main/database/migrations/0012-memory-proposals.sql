-- What a model found worth remembering in a chat. Nothing of it is remembered until the person agrees; what was
-- answered is gone from here.
CREATE TABLE memory_proposals (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  key TEXT NOT NULL,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- How far each chat was looked over, so that no message is looked at twice by itself.
CREATE TABLE memory_looks (
  session_id TEXT NOT NULL PRIMARY KEY,
  through TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
