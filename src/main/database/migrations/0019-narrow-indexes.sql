-- Every event was entered in two indexes beside its id and its place, and every state of a run in one that looked at it
-- as at a list. Most of that nobody asks for; what is asked for is entered now. Conditions are written with OR, since SQLite
-- makes a table of an IN for each row.
DROP INDEX events_by_kind;
CREATE INDEX events_by_kind ON events (session_id, kind, seq)
  WHERE kind = 'instructions.snapshot' OR kind = 'note.changed' OR kind = 'restore.begun' OR kind = 'restore.ended'
    OR kind = 'turn.ended';

DROP INDEX events_by_run;
CREATE INDEX events_by_run ON events (run_id, seq)
  WHERE run_id IS NOT NULL AND (kind = 'message' OR kind = 'harness.item' OR kind = 'compact'
    OR kind = 'exchange.snipped' OR kind = 'exchange.restored'
    OR kind = 'interaction.requested' OR kind = 'interaction.resolved');

DROP INDEX runs_unfinished;
CREATE INDEX runs_unfinished ON runs (session_id)
  WHERE status = 'pending' OR status = 'running' OR status = 'awaiting_user' OR status = 'paused';

-- Only chats are listed by their project.
DROP INDEX sessions_by_project;
CREATE INDEX sessions_by_project ON sessions (project_id, deleted_at, archived, pinned, updated_at)
  WHERE kind = 'chat';
