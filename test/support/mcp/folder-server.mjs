// A scripted MCP server of the older protocol whose tools depend on the folders that it is told. Started as a program.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const server = new McpServer(
  { name: 'folders', version: '1.0.0' },
  { capabilities: { tools: { listChanged: true } } },
)
// It must offer tools before it is connected.
server.registerTool('always', { description: 'Is there in each folder.' }, async () => ({ content: [] }))
server.server.oninitialized = async () => {
  const { roots } = await server.server.listRoots()
  for (const { uri } of roots) {
    const name = basename(fileURLToPath(uri)).slice(-6)
    server.registerTool(`read_${name}`, { description: 'Reads the folder.' }, async () => ({
      content: [{ type: 'text', text: name }],
    }))
  }
}
await server.connect(new StdioServerTransport())
