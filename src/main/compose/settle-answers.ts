import type { Handlers } from '#shared/ipc/contract.ts'
import type { Disk } from '../log/disk.ts'
import { wrapHandlers } from './wrap-handlers.ts'

/**
 * Answers of calls wait until what they wrote outlives a power cut. An app that closes keeps nobody waiting. While a full
 * disk takes nothing, calls could write nothing either; what they only read is answered.
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
