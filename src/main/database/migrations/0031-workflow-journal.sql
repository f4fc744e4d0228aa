-- The journal of workflow runs, now in the order in which agents ended. A new row then changes one page of the file; by the
-- content of calls it changed several. The newest row of a call counts. `event` is stored in the log soon after; an app
-- that is killed before finds it here.
CREATE TABLE workflow_memo_in_order (
  workflow_run_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  key TEXT NOT NULL,
  nth INTEGER NOT NULL,
  entry TEXT NOT NULL,
  event TEXT,
  PRIMARY KEY (workflow_run_id, n)
) STRICT, WITHOUT ROWID;
INSERT INTO workflow_memo_in_order (workflow_run_id, n, key, nth, entry)
  SELECT workflow_run_id, row_number() OVER (PARTITION BY workflow_run_id ORDER BY at, key, nth), key, nth, entry
  FROM workflow_memo;
DROP TABLE workflow_memo;
ALTER TABLE workflow_memo_in_order RENAME TO workflow_memo;
CREATE INDEX workflow_memo_naming ON workflow_memo (workflow_run_id) WHERE instr(entry, 'blb_') > 0;
