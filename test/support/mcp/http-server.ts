import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { addTools } from './tools.mjs'

async function join(transport: unknown): Promise<void> {
  const server = new McpServer({ name: 'scripted-http', version: '1.0.0' })
  addTools(server)
  // The classes of the package do not fit its own interface where optional properties are exact.
  await server.connect(transport as Transport)
}

/**
 * Starts scripted MCP servers over HTTP, made with the official classes: `/mcp` is streamable, `/sse` the old event
 * stream. `forget` loses all sessions.
 */
export async function startHttpServer(port = 0) {
  const streams = new Map<string, StreamableHTTPServerTransport>()
  const posts = new Map<string, SSEServerTransport>()
  const seen: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    seen.push({ path: url.pathname, headers: request.headers })
    if (url.pathname === '/sse' && request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response)
      posts.set(transport.sessionId, transport)
      await join(transport)
      return
    }
    if (url.pathname === '/messages') {
      await posts.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response)
      return
    }
    if (url.pathname !== '/mcp') {
      response.writeHead(404).end('no such page')
      return
    }
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? streams.get(id) : undefined
    if (known !== undefined) return known.handleRequest(request, response)
    if (id !== undefined) {
      response.writeHead(404).end('no such session')
      return
    }
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void streams.set(session, transport),
    })
    await join(transport)
    await transport.handleRequest(request, response)
  }

  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  return {
    port: (http.address() as AddressInfo).port,
    seen,
    forget: () => streams.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
}
