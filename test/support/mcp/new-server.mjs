// A scripted MCP server of the newest protocol, made with the official classes. It is started as a program.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { addTools } from './tools.mjs'

serveStdio(() => {
  const server = new McpServer({ name: 'scripted', version: '2.0.0' }, { capabilities: { tools: {} } })
  addTools(server)
  return server
})
