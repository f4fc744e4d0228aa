-- Teams: who works together for a chat, what there is to do, and what they have said to each other. A team that was
-- dissolved keeps its rows, so that it can still be read; they go with the chat it worked for.
CREATE TABLE teams (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  -- The chat whose agent leads it, and the project that chat belongs to.
  session_id TEXT NOT NULL,
  project_id TEXT,
  -- The number of the next card. It only grows: no number is ever given to two cards.
  next_card INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX teams_by_session ON teams (session_id) WHERE ended_at IS NULL;
CREATE INDEX teams_by_project ON teams (project_id, created_at);

-- `dead` lost its work and has to be brought back, `left` has said goodbye.
CREATE TABLE team_members (
  team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE,
  session_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'stopping', 'dead', 'left')),
  -- Why it is dead, in words for the person.
  problem TEXT,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (team_id, name)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX team_members_by_session ON team_members (session_id);

CREATE TABLE team_cards (
  team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  subject TEXT NOT NULL,
  description TEXT NOT NULL,
  active_form TEXT,
  owner TEXT COLLATE NOCASE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'completed')),
  metadata TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  PRIMARY KEY (team_id, id),
  CHECK (status != 'in_progress' OR owner IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_cards_by_owner ON team_cards (team_id, owner, status);

-- One card waits for another.
CREATE TABLE team_card_blocks (
  team_id TEXT NOT NULL,
  blocked INTEGER NOT NULL,
  blocker INTEGER NOT NULL CHECK (blocker != blocked),
  PRIMARY KEY (team_id, blocked, blocker),
  FOREIGN KEY (team_id, blocked) REFERENCES team_cards (team_id, id) ON DELETE CASCADE,
  FOREIGN KEY (team_id, blocker) REFERENCES team_cards (team_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX team_card_blocks_by_blocker ON team_card_blocks (team_id, blocker);

-- One row for each one a message is for. What was said to all in one breath has one `sent` number.
CREATE TABLE team_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  sent INTEGER NOT NULL,
  sender TEXT NOT NULL COLLATE NOCASE,
  recipient TEXT NOT NULL COLLATE NOCASE,
  to_all INTEGER NOT NULL CHECK (to_all IN (0, 1)),
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  at INTEGER NOT NULL,
  read_at INTEGER
) STRICT;
CREATE INDEX team_messages_by_team ON team_messages (team_id, id);
CREATE INDEX team_messages_unread ON team_messages (team_id, recipient, id) WHERE read_at IS NULL;
