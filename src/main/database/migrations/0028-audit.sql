-- Acts of the person that change what agents may do, or that move or end something. Rows are only added.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  call TEXT NOT NULL,
  by TEXT NOT NULL,
  about TEXT NOT NULL,
  project_id TEXT,
  session_id TEXT
) STRICT;

CREATE INDEX audit_by_call ON audit (call, id);
