-- Secrets: names and a mask that cannot be used. Values live in the keychain or the encrypted file only.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  mask TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

-- Who has read a secret: the name of a model, a tool or a server.
CREATE TABLE secret_uses (
  name TEXT NOT NULL REFERENCES secrets (name) ON DELETE CASCADE ON UPDATE CASCADE,
  used_by TEXT NOT NULL,
  PRIMARY KEY (name, used_by)
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  path_canonical TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  last_opened_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- What the person said about the code a project carries, and a digest of that code when they said it.
CREATE TABLE trusted_projects (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  trusted INTEGER NOT NULL CHECK (trusted IN (0, 1)),
  digest TEXT,
  decided_at INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE drafts (
  key TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
