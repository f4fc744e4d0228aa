import type { WindowMessage } from '#shared/events/delivery.ts'
import type { Disk } from '../disk.ts'

type Send = (windowId: number, message: WindowMessage) => void

type Deps = {
  readonly disk: Pick<Disk, 'isSettled' | 'settled'>
  readonly send: Send
  /** Resolves when answers that waited for the same moment are on their way. */
  readonly breath: () => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Creates the ordered output to windows, which sends only after all earlier writes are synced. When the disk
 * fails, queued messages are sent anyway, because the writer gets the error.
 */
export function createGate({ disk, send, breath, signal }: Deps): Send {
  const waiting: Parameters<Send>[] = []
  const settled = () => disk.settled(signal).catch(() => {})
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const { length } = waiting
      await settled()
      await breath()
      if (signal.aborted) return
      for (const message of waiting.slice(0, length)) send(...message)
      waiting.splice(0, length)
    }
  }
  return (windowId, message) => {
    if (waiting.length === 0 && disk.isSettled()) return send(windowId, message)
    waiting.push([windowId, message])
    // Batched with all messages of the same moment.
    if (waiting.length === 1) queueMicrotask(() => void drain())
    return undefined
  }
}
