-- Which session names which attachment or output, so that emptying the bin need not look through the log. Written with
-- the events; those of before are looked through here, once.
CREATE TABLE blob_names (
  blob_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  PRIMARY KEY (blob_id, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX blob_names_by_session ON blob_names (session_id);

-- `rest` begins with the name, if it is one, and `before` is the character in front of it.
INSERT OR IGNORE INTO blob_names (blob_id, session_id)
WITH RECURSIVE found (session_id, rest, before) AS (
  SELECT session_id, substr(payload, instr(payload, 'blb_')), substr(payload, instr(payload, 'blb_') - 1, 1)
  FROM events WHERE instr(payload, 'blb_') > 0
  UNION ALL
  SELECT session_id, substr(rest, 4 + instr(substr(rest, 5), 'blb_')),
    substr(rest, 3 + instr(substr(rest, 5), 'blb_'), 1)
  FROM found WHERE instr(substr(rest, 5), 'blb_') > 0
), measured (session_id, rest, before, letters) AS (
  SELECT session_id, rest, before,
    length(rest) - 4 - length(ltrim(substr(rest, 5), '0123456789abcdefghijklmnopqrstuvwxyz'))
  FROM found
)
SELECT substr(rest, 1, 4 + letters), session_id FROM measured
WHERE letters BETWEEN 8 AND 40 AND before NOT GLOB '[0-9A-Za-z_]'
  AND substr(rest, 5 + letters, 1) NOT GLOB '[0-9A-Za-z_]';

-- What workflows remember is few enough to be looked through, without all that names nothing.
CREATE INDEX workflow_memo_naming ON workflow_memo (workflow_run_id) WHERE instr(entry, 'blb_') > 0;
