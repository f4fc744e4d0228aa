-- Where a page went: one row for every passage of it that a run was given.
CREATE TABLE knowledge_uses (
  page_id TEXT NOT NULL REFERENCES knowledge_pages (id) ON DELETE CASCADE,
  run_id TEXT NOT NULL,
  heading TEXT NOT NULL,
  session_id TEXT NOT NULL,
  -- The message the run worked on.
  event_id TEXT,
  -- What the agent looked for.
  query TEXT NOT NULL,
  score REAL NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (page_id, run_id, heading)
) STRICT, WITHOUT ROWID;

-- Whose page it was after a change, since pages can be moved. Only the newest of older versions can be come back to.
ALTER TABLE knowledge_versions ADD COLUMN scope TEXT;
ALTER TABLE knowledge_versions ADD COLUMN scope_id TEXT;
UPDATE knowledge_versions SET (scope, scope_id) = (
  SELECT p.scope, p.scope_id FROM knowledge_pages AS p WHERE p.id = page_id
) WHERE version IN (SELECT version FROM knowledge_pages);
