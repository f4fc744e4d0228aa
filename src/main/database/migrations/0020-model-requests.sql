-- One row for each request that a model answered: what it used and cost, who asked, and on which local day. Rows stay when
-- their chat is deleted, so that a limit per day or month is not raised by emptying the bin. They hold no words.
CREATE TABLE model_requests (
  event_id TEXT NOT NULL PRIMARY KEY,
  day TEXT NOT NULL,
  ts INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  project_id TEXT,
  kind TEXT NOT NULL,
  agent TEXT NOT NULL,
  model TEXT NOT NULL,
  failed INTEGER NOT NULL,
  input INTEGER NOT NULL,
  output INTEGER NOT NULL,
  cache_read INTEGER NOT NULL,
  cache_write INTEGER NOT NULL,
  cache_write_1h INTEGER NOT NULL,
  reasoning INTEGER NOT NULL,
  billed REAL,
  estimated REAL,
  saved REAL
) STRICT, WITHOUT ROWID;
CREATE INDEX model_requests_by_day ON model_requests (day, model);

-- Requests of before have no recorded cost. Copies in forked and imported chats were asked once.
INSERT INTO model_requests
WITH RECURSIVE up (id, at, in_workflow) AS (
  SELECT id, id, kind = 'workflow' FROM sessions WHERE json_valid(record)
  UNION
  SELECT up.id, above.id, up.in_workflow OR above.kind = 'workflow' FROM up
  JOIN sessions AS at ON at.id = up.at
  JOIN sessions AS above ON above.id = at.record ->> '$.parentSessionId'
  WHERE json_valid(above.record)
), tops AS (
  SELECT up.id, up.at AS chat, up.in_workflow FROM up JOIN sessions ON sessions.id = up.at
  WHERE NOT EXISTS (SELECT 1 FROM sessions AS above WHERE above.id = sessions.record ->> '$.parentSessionId')
)
SELECT events.id, date(events.ts / 1000, 'unixepoch', 'localtime'), events.ts, events.session_id,
  coalesce(tops.chat, events.session_id), payload ->> '$.runId', sessions.project_id,
  CASE WHEN runs.record ->> '$.kind' = 'system' THEN 'system' WHEN tops.in_workflow THEN 'workflow'
    WHEN runs.record ->> '$.kind' IN ('child', 'detached') THEN 'agent' ELSE 'chat' END,
  coalesce(runs.record ->> '$.agentId', ''), coalesce(payload ->> '$.model', runs.record ->> '$.model'),
  payload ->> '$.stop' = 'error', coalesce(payload ->> '$.usage.input', 0), coalesce(payload ->> '$.usage.output', 0),
  coalesce(payload ->> '$.usage.cacheRead', 0), coalesce(payload ->> '$.usage.cacheWrite', 0), 0,
  coalesce(payload ->> '$.usage.reasoning', 0), NULL, NULL, NULL
FROM events
JOIN sessions ON sessions.id = events.session_id
LEFT JOIN runs ON runs.run_id = payload ->> '$.runId'
LEFT JOIN tops ON tops.id = events.session_id
WHERE events.kind = 'turn.ended' AND events.copied_from IS NULL AND json_valid(events.payload)
  AND payload ->> '$.runId' IS NOT NULL
  AND coalesce(payload ->> '$.model', runs.record ->> '$.model') IS NOT NULL
GROUP BY events.id;
