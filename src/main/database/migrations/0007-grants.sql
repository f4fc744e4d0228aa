-- The folder a permission holds in, which answer it came from, and what became of it.
ALTER TABLE grants ADD COLUMN path TEXT;
ALTER TABLE grants ADD COLUMN answered_in TEXT;
ALTER TABLE grants ADD COLUMN request_id TEXT;
ALTER TABLE grants ADD COLUMN uses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE grants ADD COLUMN last_used_at INTEGER;
