import type { Clock } from '../lib/clock.ts'
import type { McpProcess } from './client-port.ts'
import { FromMcp } from './messages.ts'

/** The longest silence of the process in milliseconds. A longer one means that a server blocks it. */
const SILENT_MS = 15_000

type Deps = {
  readonly clock: Pick<Clock, 'schedule'>
  /** Whether something is asked of the process just now. */
  readonly isNeeded: () => boolean
  readonly silent: (watched: McpProcess) => void
}

/** Asks a process to answer as long as something is asked of it. */
export function createSilenceWatch({ clock, isNeeded, silent }: Deps) {
  let cancel: (() => void) | null = null
  let count = 0
  const stop = (): void => {
    cancel?.()
    cancel = null
  }
  const watch = (watched: McpProcess): void => {
    if (cancel !== null) return
    count += 1
    const id = count
    let heard = false
    const off = watched.onMessage((message) => {
      const read = FromMcp.safeParse(message)
      if (read.success && read.data.type === 'pong' && read.data.id === id) heard = true
    })
    watched.post({ type: 'ping', id })
    const cancelLimit = clock.schedule(SILENT_MS, () => {
      off()
      cancel = null
      if (!heard) silent(watched)
      else if (isNeeded()) watch(watched)
    })
    cancel = () => {
      off()
      cancelLimit()
    }
  }
  return { watch, stop }
}
