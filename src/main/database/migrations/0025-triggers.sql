-- Triggers of projects. `through` is the moment or the state up to which the events of the source are dealt with.
CREATE TABLE triggers (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  through TEXT NOT NULL,
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;

-- One row for each event that reached a trigger, stored before its run begins. The key names the event.
CREATE TABLE trigger_firings (
  id TEXT NOT NULL PRIMARY KEY,
  trigger_id TEXT NOT NULL,
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  session_id TEXT,
  workflow_run_id TEXT,
  ended_at INTEGER,
  usd REAL,
  data TEXT,
  record TEXT NOT NULL,
  UNIQUE (trigger_id, key)
) STRICT;

CREATE INDEX trigger_firings_of_trigger ON trigger_firings (trigger_id);
CREATE INDEX trigger_firings_by_time ON trigger_firings (trigger_id, at);
CREATE INDEX trigger_firings_active ON trigger_firings (state) WHERE state IN ('claimed', 'running');
CREATE INDEX trigger_firings_of_session ON trigger_firings (session_id) WHERE session_id IS NOT NULL;
