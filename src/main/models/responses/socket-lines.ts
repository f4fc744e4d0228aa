import { keepNewest } from '#shared/keep-newest.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TextSocket } from '../http/text-socket.ts'
import type { ResponseChain } from './response-chain.ts'

/** A connection of one session, and the newest response on it. */
export type SocketLine = {
  socket: TextSocket | null
  chain: ResponseChain | null
  isBusy: boolean
  readonly openedAt: number
  stopTimer: () => void
}

/** A socket that nothing uses is closed after this long. */
const IDLE_MS = 5 * 60_000
/** Servers close a socket after an hour. */
const OLDEST_MS = 55 * 60_000
const MOST_LINES = 16

/** Keeps one connection for each key, which one request at a time uses. */
export function createSocketLines(clock: Pick<Clock, 'schedule' | 'elapsed'>) {
  const lines = new Map<string, SocketLine>()
  /** Keys whose socket failed within an answer. Their next request is sent whole over HTTP. */
  const failed = new Map<string, true>()

  const drop = (key: string, line: SocketLine): void => {
    line.stopTimer()
    line.socket?.close()
    line.socket = null
    if (lines.get(key) === line) lines.delete(key)
  }

  return {
    drop,
    /** Lets the next request of a key go over HTTP. */
    fail: (key: string): void => keepNewest(failed, key, true, MOST_LINES),
    /** Frees a connection for the next request. */
    free: (key: string, line: SocketLine): void => {
      line.isBusy = false
      line.stopTimer()
      line.stopTimer = clock.schedule(IDLE_MS, () => drop(key, line))
      for (const [oldest, other] of lines) {
        if (lines.size <= MOST_LINES) break
        if (!other.isBusy && other !== line) drop(oldest, other)
      }
    },
    /** Returns the connection of a key, which is busy from then on; null where the request must go over HTTP. */
    take: (key: string): SocketLine | null => {
      if (failed.delete(key)) return null
      const known = lines.get(key)
      if (known?.isBusy === true) return null
      const isUsable = known?.socket?.isOpen() === true && clock.elapsed() - known.openedAt < OLDEST_MS
      if (known !== undefined && !isUsable) drop(key, known)
      const line: SocketLine =
        known !== undefined && isUsable
          ? known
          : { socket: null, chain: null, isBusy: true, openedAt: clock.elapsed(), stopTimer: () => {} }
      line.isBusy = true
      line.stopTimer()
      lines.delete(key)
      lines.set(key, line)
      return line
    },
    isKept: (key: string, line: SocketLine): boolean => lines.get(key) === line,
    /** Closes the connections whose key begins so. */
    close: (prefix = ''): void => {
      for (const [key, line] of [...lines]) if (key.startsWith(prefix)) drop(key, line)
    },
    size: (): number => lines.size,
  }
}
