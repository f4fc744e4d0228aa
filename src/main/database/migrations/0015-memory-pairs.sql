-- Pairs of memories of which the person said that both hold, as they were then. What is changed afterwards is asked
-- about again. The lesser id comes first.
CREATE TABLE memory_both_hold (
  one TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
  other TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
  one_version INTEGER NOT NULL,
  other_version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_both_hold_by_other ON memory_both_hold (other);
