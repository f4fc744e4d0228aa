-- The journal of workflow runs, with a number for each run in front of the place of a result. A table in the order of one
-- number adds a page when the last is full; one in the order of a text shared the rows out over four pages each time. What
-- the entry says is not stored twice.
CREATE TABLE workflow_journals (
  number INTEGER PRIMARY KEY,
  workflow_run_id TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO workflow_journals (workflow_run_id)
  SELECT DISTINCT workflow_run_id FROM workflow_memo ORDER BY workflow_run_id;
-- `place` is the number of the run times 16,777,216, plus the number of the result in it, from 1.
CREATE TABLE workflow_memo_by_place (
  place INTEGER PRIMARY KEY,
  entry TEXT NOT NULL,
  event TEXT
) STRICT;
INSERT INTO workflow_memo_by_place (place, entry, event)
  SELECT number * 16777216 + n, json_set(entry, '$.key', key, '$.nth', nth), event
  FROM workflow_memo JOIN workflow_journals USING (workflow_run_id) ORDER BY number, n;
DROP TABLE workflow_memo;
ALTER TABLE workflow_memo_by_place RENAME TO workflow_memo;
CREATE INDEX workflow_memo_naming ON workflow_memo (place) WHERE instr(entry, 'blb_') > 0;
