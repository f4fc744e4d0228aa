// A scripted MCP server of the older protocol with resources and prompts. It is started as a program.
import { completable } from '@modelcontextprotocol/sdk/server/completable.js'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { SubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { addContent } from './content.mjs'

const server = new McpServer(
  { name: 'tide', version: '1.0.0' },
  { capabilities: { resources: { subscribe: true } } },
)
/** @param {any} _ @param {any} params */
const ask = (_, params) => server.server.elicitInput(params)
addContent(server, { ResourceTemplate, completable, asArgs: (shape) => shape, ask })
server.server.setRequestHandler(SubscribeRequestSchema, async () => ({}))
await server.connect(new StdioServerTransport())
