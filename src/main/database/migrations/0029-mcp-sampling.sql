-- The tokens that an MCP server used of models, and the local date they were used on.
ALTER TABLE mcp_servers ADD COLUMN sampled_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mcp_servers ADD COLUMN sampled_on TEXT;
