// A scripted MCP server of the older protocol, made with the official classes. It is started as a program.
import { appendFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { addTools } from './tools.mjs'

const started = process.env.MCP_STARTED_FILE
if (started !== undefined) appendFileSync(started, `${process.pid}\n`)
process.stderr.write('scripted server is here\n')

const server = new McpServer({ name: 'scripted', version: '1.0.0' }, { capabilities: { logging: {} } })
addTools(server)
await server.connect(new StdioServerTransport())
