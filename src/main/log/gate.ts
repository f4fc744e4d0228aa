import type { WindowMessage } from '#shared/events/delivery.ts'
import type { Disk } from './disk.ts'

type Send = (windowId: number, message: WindowMessage) => void

type Deps = {
  readonly disk: Pick<Disk, 'isSettled' | 'settled'>
  readonly send: Send
  /** Resolves when answers that waited for the same moment are on their way. */
  readonly breath: () => Promise<void>
  readonly signal: AbortSignal
}

/**
 * The way out to windows: in order, and nothing before all that was written by then outlives a power cut. When the disk
 * fails, what waited goes out all the same: it is kept, and whoever wrote it hears of the failure.
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
    // Together with what else is told in the same moment.
    if (waiting.length === 1) queueMicrotask(() => void drain())
    return undefined
  }
}
