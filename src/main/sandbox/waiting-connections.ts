import { createServer, type Socket } from 'node:net'
import type { Dial } from './command-sandbox.ts'

/** The most connections of a command that wait, and the longest wait for one in milliseconds. */
const MOST_WAITING = 4
const WAIT_MS = 5_000

/**
 * Takes connections that a command makes ahead. The app uses one each time it wants to reach a port of the command. The
 * command may answer there itself: that is the same as answering at the port.
 */
export function createWaiting(keep: (socket: Socket) => void) {
  const free = new Set<Socket>()
  const wanted = new Set<(socket: Socket) => void>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    keep(socket)
    const [first] = wanted
    if (first !== undefined) {
      wanted.delete(first)
      first(socket)
    } else if (free.size >= MOST_WAITING) socket.destroy()
    else {
      free.add(socket)
      socket.once('close', () => free.delete(socket))
    }
  })
  const next = (signal: AbortSignal): Promise<Socket> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const [ready] = free
      if (ready !== undefined) {
        free.delete(ready)
        resolve(ready)
        return
      }
      wanted.add(resolve)
      signal.addEventListener('abort', () => {
        if (wanted.delete(resolve)) reject(signal.reason)
      })
    })
  const dial: Dial = async (port, signal) => {
    const socket = await next(AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]))
    socket.write(`${port}\n`)
    return socket
  }
  return { server, dial }
}
