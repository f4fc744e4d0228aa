import { connect } from 'node:net'
import type { Clock } from '../../lib/clock.ts'

/** Attempts to connect. A server may print its address shortly before it listens. */
const MOST_TRIES = 8
const BETWEEN_MS = 300
const CONNECT_MS = 1_000

/** Whether a server on this computer accepts connections on a port. */
export type ReachPort = (port: number, signal: AbortSignal) => Promise<boolean>

/** Creates the check that opens a TCP connection over IPv4 and IPv6. */
export function createReachPort(clock: Pick<Clock, 'after'>): ReachPort {
  return async (port, signal) => {
    for (let count = 1; count <= MOST_TRIES; count++) {
      const found = await Promise.all(['127.0.0.1', '::1'].map((host) => accepts(host, port)))
      if (found.includes(true)) return true
      await clock.after(BETWEEN_MS, signal)
    }
    return false
  }
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS })
    const end = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false))
  })
}
