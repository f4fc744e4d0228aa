-- The key with which each model was asked last, and when the app first saw it there. `source` names a secret or an
-- environment variable, with a mark of the variable's value; it holds no key.
CREATE TABLE model_keys (
  model TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
