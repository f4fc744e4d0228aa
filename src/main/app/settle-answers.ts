import type { Handlers } from '#shared/ipc/contract.ts'
import type { Disk } from '../log/disk.ts'
import { wrapHandlers } from './wrap-handlers.ts'

/**
 * Delays the answers of calls until their writes are synced. A closing app does not wait. While a full disk
 * rejects writes, calls are answered at once, because they could only read.
 */
export function settleAnswers(
  handlers: Handlers,
  disk: Pick<Disk, 'settled' | 'isStuck'>,
  signal: AbortSignal,
): Handlers {
  return wrapHandlers(handlers, (handler) => async (request, caller) => {
    const wasStuck = disk.isStuck()
    const answer = await handler(request, caller)
    await disk.settled(signal).catch((error: unknown) => {
      if (!signal.aborted && !(wasStuck && disk.isStuck())) throw error
    })
    return answer
  })
}
