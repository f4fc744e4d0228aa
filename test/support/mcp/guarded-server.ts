import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuthorizationServer } from './authorization-server.ts'
import { startHttpServer } from './http-server.ts'

type Options = {
  /** The authorization server that the metadata names. Tests may change it. */
  readonly authorization: () => Pick<AuthorizationServer, 'issuer' | 'access'>
  /** The scope that a call of a tool needs; null for none. */
  readonly scopeOf?: (tool: string) => string | null
}

/** Starts MCP servers behind a sign-in: `/<name>/mcp` is a server of its own for each name. */
export async function startGuardedServer({ authorization, scopeOf = () => null }: Options) {
  const inner = await startHttpServer()
  const tokens: string[] = []
  let origin = ''

  const refuse = (response: ServerResponse, status: number, challenge: string): void => {
    response.writeHead(status, { 'www-authenticate': `Bearer ${challenge}` }).end()
  }
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(incoming.url ?? '/', origin)
    const [, named] = /^\/\.well-known\/oauth-protected-resource(\/\w+\/mcp)$/.exec(pathname) ?? []
    if (named !== undefined) {
      const metadata = { resource: `${origin}${named}`, authorization_servers: [authorization().issuer] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
      return
    }
    if (!/^\/\w+\/mcp$/.test(pathname)) return void response.writeHead(404).end()
    const metadataUrl = `resource_metadata="${origin}/.well-known/oauth-protected-resource${pathname}"`
    const given = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1]
    if (given !== undefined) tokens.push(given)
    const token = given === undefined ? undefined : authorization().access.get(given)
    if (token?.resource !== `${origin}${pathname}`) return refuse(response, 401, metadataUrl)
    const body = await bodyOf(incoming)
    const needed = scopeNeeded(body)
    if (needed !== null && !token.scope.split(' ').includes(needed)) {
      return refuse(response, 403, `error="insufficient_scope", scope="${needed}", ${metadataUrl}`)
    }
    forward(incoming, body, response)
  }
  const scopeNeeded = (body: string): string | null => {
    if (body === '') return null
    const { method, params } = JSON.parse(body) as { method?: string; params?: { name?: string } }
    return method === 'tools/call' ? scopeOf(params?.name ?? '') : null
  }
  const forward = ({ method, headers }: IncomingMessage, body: string, response: ServerResponse): void => {
    const target = { host: '127.0.0.1', port: inner.port, path: '/mcp', method, headers }
    const passed = httpRequest(target, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers)
      answered.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    passed.end(body)
  }
  const http = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    origin,
    /** The tokens that were received, valid or not. */
    tokens,
    url: (name: string) => `${origin}/${name}/mcp`,
    close: async () => {
      http.closeAllConnections()
      await new Promise<void>((resolve) => http.close(() => resolve()))
      await inner.close()
    },
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of incoming.setEncoding('utf8')) body += String(piece)
  return body
}
