import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'

/** A proxy of a test's own: it stands in for the way out of an office. */
export type ProxyServer = {
  /** Where it listens, as `host:port`. */
  readonly host: string
  /** What it was asked for, oldest first, with what it was told to let the request through. */
  readonly asked: readonly { readonly url: string; readonly credentials: string | null }[]
  /** From now on nobody gets through without a password. */
  readonly lock: () => void
  readonly unlock: () => void
  readonly close: () => Promise<void>
}

/**
 * Passes every request on to a server on this machine, whatever address it is for. With the port of a secure one it
 * makes tunnels to that, and sees nothing of what goes through them.
 */
export async function createProxyServer(port: number, secure: number | null = null): Promise<ProxyServer> {
  const asked: { url: string; credentials: string | null }[] = []
  const tunnels = new Set<Socket>()
  let isLocked = false
  const isLetIn = ({ url = '', headers }: IncomingMessage): boolean => {
    asked.push({ url, credentials: headers['proxy-authorization'] ?? null })
    return !isLocked
  }
  const server = createServer((incoming, response) => {
    if (isLetIn(incoming)) return passOn(incoming, response, port)
    response.writeHead(407, { 'proxy-authenticate': 'Basic realm="office"' }).end()
  })
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    if (!isLetIn(incoming)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    if (secure === null) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const onward = connect(secure, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      client.pipe(onward).pipe(client)
    })
    for (const end of [client, onward]) tunnels.add(end)
    onward.once('error', () => client.destroy())
    client.once('error', () => onward.destroy())
  })
  return {
    host: `127.0.0.1:${await listening(server)}`,
    asked,
    lock: () => {
      isLocked = true
    },
    unlock: () => {
      isLocked = false
    },
    close: () => {
      for (const end of tunnels) end.destroy()
      return closed(server)
    },
  }
}

/** A door with a certificate in front of servers that have none, by the host that is asked. */
export async function createSecureDoor(
  to: number | ((host: string) => number),
  identity: { readonly key: string; readonly cert: string },
) {
  const server = createSecureServer(identity, (incoming, response) => {
    const port = typeof to === 'number' ? to : to(incoming.headers.host ?? '')
    passOn(incoming, response, port)
  })
  return { port: await listening(server), close: () => closed(server) }
}

function passOn(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { 'proxy-authorization': _, ...headers } = incoming.headers
  const { pathname, search } = new URL(incoming.url ?? '', 'http://office')
  const { method = 'GET' } = incoming
  const passed = httpRequest(
    { host: '127.0.0.1', port, method, path: `${pathname}${search}`, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  passed.once('error', () => response.destroy())
  incoming.pipe(passed)
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

function closed(server: Server & { readonly closeAllConnections: () => void }): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
