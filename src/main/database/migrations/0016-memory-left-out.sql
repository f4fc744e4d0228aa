-- A question may bring along what there was no room for. That is told where a memory went, so `how` knows a third way.
CREATE TABLE memory_uses_anew (
  item_id TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
  run_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  event_id TEXT,
  how TEXT NOT NULL CHECK (how IN ('recalled', 'searched', 'left_out')),
  score REAL NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (item_id, run_id, how)
) STRICT, WITHOUT ROWID;
INSERT INTO memory_uses_anew SELECT item_id, run_id, session_id, event_id, how, score, at FROM memory_uses;
DROP TABLE memory_uses;
ALTER TABLE memory_uses_anew RENAME TO memory_uses;
