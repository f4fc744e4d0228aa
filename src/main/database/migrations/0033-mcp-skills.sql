-- The skills of an MCP server that the person allowed: the configuration of the server and the digest of each skill.
ALTER TABLE mcp_servers ADD COLUMN skills_for TEXT;
