// A scripted MCP server with interactive views, made with the official classes. It is started as a program.
import { readFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const MIME = 'text/html;profile=mcp-app'
const folder = new URL('./apps/', import.meta.url)

const [, , host = '', stun = ''] = process.argv
const page = (name) =>
  readFileSync(new URL(`${name}.html`, folder), 'utf8')
    .replaceAll('__HOST__', host)
    .replaceAll('__STUN__', stun)
const view = (name, visibility) => ({
  ui: { resourceUri: `ui://harbour/${name}`, ...(visibility ? { visibility } : {}) },
})

serveStdio(() => {
  const server = new McpServer(
    { name: 'harbour', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} } },
  )
  let count = 0
  const result = (text, structuredContent) => ({ content: [{ type: 'text', text }], structuredContent })
  for (const name of ['berths', 'hostile', 'loop', 'flood', 'gone', 'plain']) {
    server.registerTool(
      name,
      { description: `Shows ${name}.`, inputSchema: z.object({ port: z.string() }), _meta: view(name) },
      async ({ port }) => result(`${name} of ${port}`, { port, free: 3 }),
    )
    if (name === 'gone') continue
    const mimeType = name === 'plain' ? 'text/html' : MIME
    server.registerResource(name, `ui://harbour/${name}`, { mimeType }, async (uri) => ({
      contents: [
        {
          uri: uri.href,
          mimeType,
          text: name === 'plain' ? '<p>plain</p>' : page(name),
        },
      ],
    }))
  }
  server.registerTool(
    'reserve',
    {
      description: 'Reserves a berth.',
      inputSchema: z.object({ berth: z.number() }),
      _meta: view('berths', ['app']),
    },
    async ({ berth }) => {
      count += 1
      return result(`reserved ${berth}, number ${count}`, { berth, count })
    },
  )
  server.registerTool(
    'sink',
    { description: 'Only for models.', inputSchema: z.object({}), _meta: view('berths', ['model']) },
    async () => result('sunk', {}),
  )
  return server
})
