-- The configuration of an MCP server whose interactive views the person allowed.
ALTER TABLE mcp_servers ADD COLUMN apps_for TEXT;
