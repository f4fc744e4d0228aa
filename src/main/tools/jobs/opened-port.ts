import { createServer, type Socket } from 'node:net'
import type { Dial } from '../bash/sandboxed.ts'

/** The most connections to one opened port. */
const MOST_CONNECTIONS = 64

/** A port of this computer that leads to one of a program in its sandbox. */
export type OpenedPort = { readonly port: number; readonly close: () => void }

/** Opens a free port of this computer, for programs of this computer only. Connections end with it. */
export async function openPort(dial: Dial, to: number): Promise<OpenedPort> {
  const over = new AbortController()
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client)
    dial(to, over.signal).then(
      (inside) => {
        keep(inside)
        if (client.destroyed) inside.destroy()
        client.pipe(inside).pipe(client)
        client.once('close', () => inside.destroy())
        inside.once('close', () => client.destroy())
      },
      () => client.destroy(),
    )
  })
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    // Later ones are of single connections, which end by themselves.
    server.on('error', reject)
    server.listen({ host: '127.0.0.1', port: 0 }, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The opened port has no number.')
  return {
    port: address.port,
    close: () => {
      over.abort(new Error('The port was closed.'))
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
