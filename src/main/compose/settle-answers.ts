import type { Handlers } from '#shared/ipc/contract.ts'
import type { Disk } from '../log/disk.ts'
import { wrapHandlers } from './wrap-handlers.ts'

/** Answers of calls wait until what they wrote outlives a power cut. An app that closes keeps nobody waiting. */
export function settleAnswers(
  handlers: Handlers,
  disk: Pick<Disk, 'settled'>,
  signal: AbortSignal,
): Handlers {
  return wrapHandlers(handlers, (handler) => async (request, caller) => {
    const answer = await handler(request, caller)
    await disk.settled(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    return answer
  })
}
