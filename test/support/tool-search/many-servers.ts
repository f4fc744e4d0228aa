import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { type ListedTool, MANY_TOOLS } from './many-tools.ts'

const Message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
})

/** Starts MCP servers over HTTP, one for each path, with the tools of the fixture. A call answers with what it was given. */
export async function startManyServers(tools: readonly ListedTool[] = MANY_TOOLS) {
  const calls: { readonly server: string; readonly name: string; readonly args: unknown }[] = []
  const resultOf = (server: string, { method, params = {} }: z.infer<typeof Message>): unknown => {
    if (method === 'initialize') {
      return {
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: {} },
        serverInfo: { name: server, version: '1.0.0' },
      }
    }
    if (method === 'tools/list') {
      const own = tools.filter((tool) => tool.server === server)
      return { tools: own.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })) }
    }
    if (method !== 'tools/call') return null
    const { name, arguments: args } = params
    calls.push({ server, name: String(name), args })
    return { content: [{ type: 'text', text: `${server} did ${name} with ${JSON.stringify(args)}` }] }
  }
  const http = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let body = ''
    for await (const piece of request) body += String(piece)
    const message = Message.parse(JSON.parse(body))
    if (message.id === undefined) return void response.writeHead(202).end()
    const result = resultOf((request.url ?? '/').slice(1), message)
    const answer = result === null ? { error: { code: -32_601, message: 'Method not found' } } : { result }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  )
  const { port } = http.address() as AddressInfo
  const names = [...new Set(tools.map(({ server }) => server))]
  const config = names.map((name) => `[mcp.servers.${name}]\nurl = "http://127.0.0.1:${port}/${name}"\n`)
  return { calls, config: config.join('\n') }
}
