-- Where the person is told of what a team uses, and where it pauses, as JSON. Null: no line is drawn.
ALTER TABLE teams ADD COLUMN limits TEXT;
