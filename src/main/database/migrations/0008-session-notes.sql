-- Notes of a session: a fold of its events, like the other tables of the log.
CREATE TABLE session_notes (
  session_id TEXT NOT NULL,
  key TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (session_id, key)
) STRICT, WITHOUT ROWID;
