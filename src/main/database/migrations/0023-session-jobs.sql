-- Background programs of a session: a fold of its events, like the other tables of the log.
CREATE TABLE session_jobs (
  session_id TEXT NOT NULL,
  id TEXT NOT NULL,
  running INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (session_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX session_jobs_running ON session_jobs (session_id) WHERE running = 1;
