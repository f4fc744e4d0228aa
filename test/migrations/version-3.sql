-- A database as version 3 left it.
-- The log: one row is one durable event, written once and never edited.
CREATE TABLE events (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  parent_id TEXT,
  context_id TEXT,
  run_id TEXT,
  turn_index INTEGER,
  kind TEXT NOT NULL,
  ts INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  v INTEGER NOT NULL,
  payload TEXT NOT NULL,
  UNIQUE (session_id, seq)
) STRICT;
CREATE INDEX events_by_run ON events (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX events_by_kind ON events (session_id, kind);

-- Materialised folds. Each can be dropped and computed again from the events.
CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  project_id TEXT,
  archived INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_project ON sessions (project_id, kind, archived, updated_at);

CREATE TABLE contexts (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX contexts_by_session ON contexts (session_id);

CREATE TABLE runs (
  run_id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  status TEXT NOT NULL,
  parent_run_id TEXT,
  created_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX runs_by_session ON runs (session_id, created_at);
CREATE INDEX runs_unfinished ON runs (status) WHERE status IN ('pending', 'running', 'awaiting_user', 'paused');
CREATE INDEX runs_by_parent ON runs (parent_run_id) WHERE parent_run_id IS NOT NULL;

CREATE TABLE plans (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX plans_by_session ON plans (session_id);

CREATE TABLE queue_items (
  item_id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX queue_by_session ON queue_items (session_id, position);

CREATE TABLE interactions (
  request_id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX interactions_by_session ON interactions (session_id);

-- Where an engine stood, so that a wait for the person survives a restart. Never a summary.
CREATE TABLE run_checkpoints (
  run_id TEXT NOT NULL PRIMARY KEY,
  schema_version INTEGER NOT NULL,
  state TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT;

-- Long outputs and attachments; the bytes lie in files named by their hash.
CREATE TABLE blobs (
  id TEXT NOT NULL PRIMARY KEY,
  sha256 TEXT NOT NULL,
  mime TEXT NOT NULL,
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX blobs_by_hash ON blobs (sha256, mime);

CREATE TABLE grants (
  id TEXT NOT NULL PRIMARY KEY,
  scope TEXT NOT NULL,
  session_id TEXT,
  project_id TEXT,
  tool TEXT NOT NULL,
  pattern TEXT,
  action TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT;

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
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_00000004', 'ses_00000001', 1, NULL, NULL, NULL, NULL, 'session.created', 1001, 'cli_00000001', 1, '{"kind":"chat","cwd":"/home/ada/project","projectId":"prj_00000001","deviceId":"dev_00000001","meta":{"title":"New","projectId":"prj_00000001","model":"orrery/practice","thinking":"off","archived":false,"permissionMode":"ask","activeContextId":"ctx_00000002"}}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_00000005', 'ses_00000001', 2, NULL, NULL, NULL, NULL, 'instructions.snapshot', 1002, 'cli_00000001', 1, '{"snapshot":{"version":1,"cwd":"/home/ada/project","sections":[]},"reason":"init"}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_00000006', 'ses_00000001', 3, NULL, NULL, NULL, NULL, 'context.status', 1003, 'cli_00000001', 1, '{"contextId":"ctx_00000002","agentId":"build","status":"created","mode":"fresh","personaHash":"abc"}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_00000007', 'ses_00000001', 4, NULL, NULL, NULL, NULL, 'session.meta', 1004, 'cli_00000001', 1, '{"changes":{"title":"修复 the tests"}}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_00000009', 'ses_00000001', 5, NULL, 'ctx_00000002', 'run_00000003', NULL, 'message', 1005, 'cli_00000001', 1, '{"message":{"role":"user","parts":[{"t":"text","text":"Fix the tests"}]}}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000a', 'ses_00000001', 6, 'evt_00000009', 'ctx_00000002', 'run_00000003', NULL, 'run.status', 1006, 'cli_00000001', 1, '{"runId":"run_00000003","from":null,"to":"pending","spec":{"kind":"chat","contextId":"ctx_00000002","agentId":"build","model":"orrery/practice"}}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000b', 'ses_00000001', 7, 'evt_00000009', 'ctx_00000002', 'run_00000003', NULL, 'run.status', 1007, 'cli_00000001', 1, '{"runId":"run_00000003","from":"pending","to":"running"}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000c', 'ses_00000001', 8, 'evt_00000009', 'ctx_00000002', 'run_00000003', NULL, 'message', 1008, 'cli_00000001', 1, '{"message":{"role":"assistant","parts":[{"t":"tool_call","callId":"call_0","name":"read","args":{"path":"a.ts"}}],"stop":"tool_calls","usage":{"input":1,"output":2}}}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000d', 'ses_00000001', 9, 'evt_0000000c', 'ctx_00000002', 'run_00000003', NULL, 'message', 1009, 'cli_00000001', 1, '{"message":{"role":"tool","parts":[{"t":"text","text":"line"}],"tool":{"callId":"call_0","name":"read","isError":false,"durationMs":3}}}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000e', 'ses_00000001', 10, 'evt_0000000d', 'ctx_00000002', 'run_00000003', NULL, 'turn.ended', 1010, 'cli_00000001', 1, '{"runId":"run_00000003","turnIndex":0,"stop":"tool_calls","usage":{"input":1,"output":2},"durationMs":5,"llmMs":3,"toolMs":2}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000f', 'ses_00000001', 11, NULL, NULL, NULL, NULL, 'queue.changed', 1011, 'cli_00000001', 1, '{"lane":"followup","op":"add","itemId":"que_00000008","text":"And then lint"}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000g', 'ses_00000001', 12, 'evt_0000000d', 'ctx_00000002', 'run_00000003', NULL, 'message', 1012, 'cli_00000001', 1, '{"message":{"role":"assistant","parts":[{"t":"text","text":"It is done."}],"stop":"stop","usage":{"input":3,"output":4}}}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000h', 'ses_00000001', 13, 'evt_0000000g', 'ctx_00000002', 'run_00000003', NULL, 'turn.ended', 1013, 'cli_00000001', 1, '{"runId":"run_00000003","turnIndex":1,"stop":"stop","usage":{"input":3,"output":4},"durationMs":5,"llmMs":3,"toolMs":0}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000i', 'ses_00000001', 14, 'evt_0000000g', 'ctx_00000002', 'run_00000003', NULL, 'run.status', 1014, 'cli_00000001', 1, '{"runId":"run_00000003","from":"running","to":"completed"}');
INSERT INTO events (id, session_id, seq, parent_id, context_id, run_id, turn_index, kind, ts, client_id, v, payload) VALUES ('evt_0000000j', 'ses_00000001', 15, NULL, NULL, NULL, NULL, 'queue.changed', 1015, 'cli_00000001', 1, '{"lane":"followup","op":"hold","itemId":"que_00000008"}');
INSERT INTO sessions (id, kind, project_id, archived, created_at, updated_at, last_seq, record) VALUES ('ses_00000001', 'chat', 'prj_00000001', 0, 1001, 1015, 15, '{"id":"ses_00000001","kind":"chat","meta":{"title":"修复 the tests","projectId":"prj_00000001","model":"orrery/practice","thinking":"off","archived":false,"permissionMode":"ask","activeContextId":"ctx_00000002"},"cwd":"/home/ada/project","deviceId":"dev_00000001","parentSessionId":null,"parentRunId":null,"createdAt":1001,"updatedAt":1015,"lastSeq":15,"usage":{"orrery/practice":{"input":4,"output":6}}}');
INSERT INTO contexts (id, session_id, record) VALUES ('ctx_00000002', 'ses_00000001', '{"id":"ctx_00000002","sessionId":"ses_00000001","agentId":"build","personaHash":"abc","leaf":"evt_0000000g","status":"active","from":null,"mode":"fresh"}');
INSERT INTO runs (run_id, session_id, status, parent_run_id, created_at, record) VALUES ('run_00000003', 'ses_00000001', 'completed', NULL, 1006, '{"kind":"chat","contextId":"ctx_00000002","agentId":"build","model":"orrery/practice","runId":"run_00000003","sessionId":"ses_00000001","status":"completed","createdAt":1006,"usage":{"input":4,"output":6},"childrenUsage":{"input":0,"output":0},"llmMs":6,"toolMs":2,"turns":2,"startedAt":1007,"endedAt":1014}');
INSERT INTO queue_items (item_id, session_id, position, record) VALUES ('que_00000008', 'ses_00000001', 0, '{"itemId":"que_00000008","lane":"followup","text":"And then lint","held":true}');
INSERT INTO grants VALUES ('grt_00000001', 'project', NULL, 'prj_00000001', 'bash', 'npm test', 'allow', 1000, NULL);
INSERT INTO projects VALUES ('prj_00000001', '/home/ada/project', 'project', 1000, 1000);
INSERT INTO secrets VALUES ('OPENAI_API_KEY', 'sk-…1234', 1000, 1000, NULL);
INSERT INTO drafts VALUES ('ses_00000001', 'half a th', 1000);
-- One workflow run over all its attempts. Its events lie in its own session.
CREATE TABLE workflow_runs (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  script TEXT NOT NULL,
  args TEXT NOT NULL,
  listing TEXT NOT NULL
) STRICT;
CREATE INDEX workflow_runs_by_project ON workflow_runs (project_id, updated_at);
CREATE INDEX workflow_runs_live ON workflow_runs (state) WHERE state IN ('running', 'paused');

-- The journal: what each agent call came to, found again by its content and by which of the same calls it was.
CREATE TABLE workflow_memo (
  workflow_run_id TEXT NOT NULL,
  key TEXT NOT NULL,
  nth INTEGER NOT NULL,
  at INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (workflow_run_id, key, nth)
) STRICT, WITHOUT ROWID;
INSERT INTO workflow_runs VALUES ('wfr_00000001', 'ses_00000002', 'prj_00000001', 'done', 'review', 1020, 1030, 'return 1', 'null', '{}');
INSERT INTO workflow_memo VALUES ('wfr_00000001', 'abc', 0, 1025, '{"value":1}');
PRAGMA user_version = 3;
