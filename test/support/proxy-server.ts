import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

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

/** Passes every request on to a server on this machine, whatever address it is for. */
export async function createProxyServer(port: number): Promise<ProxyServer> {
  const asked: { url: string; credentials: string | null }[] = []
  let isLocked = false
  const server = createServer((incoming, response) => {
    const { 'proxy-authorization': credentials = null, ...headers } = incoming.headers
    asked.push({ url: incoming.url ?? '', credentials })
    if (isLocked) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="office"' }).end()
      return
    }
    const { pathname } = new URL(incoming.url ?? '')
    const { method = 'GET' } = incoming
    const passed = httpRequest({ host: '127.0.0.1', port, method, path: pathname, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.once('error', () => response.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    lock: () => {
      isLocked = true
    },
    unlock: () => {
      isLocked = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
