-- The newest uses of each secret: when, who and what for. Never a value.
CREATE TABLE secret_reads (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL REFERENCES secrets (name) ON DELETE CASCADE ON UPDATE CASCADE,
  used_by TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('call', 'check', 'shown', 'copied')),
  allowed INTEGER NOT NULL CHECK (allowed IN (0, 1)),
  used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX secret_reads_by_name ON secret_reads (name, id);

-- Who may not use a secret, although the settings name it there.
CREATE TABLE secret_refusals (
  name TEXT NOT NULL REFERENCES secrets (name) ON DELETE CASCADE ON UPDATE CASCADE,
  used_by TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (name, used_by)
) STRICT, WITHOUT ROWID;
