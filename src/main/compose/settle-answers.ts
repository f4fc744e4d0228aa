import type { Handlers } from '#shared/ipc/contract.ts'
import type { Disk } from '../log/disk.ts'

type Handler = (request: unknown, caller: unknown) => unknown

/** Answers of calls wait until what they wrote outlives a power cut. An app that closes keeps nobody waiting. */
export function settleAnswers(
  handlers: Handlers,
  disk: Pick<Disk, 'settled'>,
  signal: AbortSignal,
): Handlers {
  const settling =
    (handler: Handler): Handler =>
    async (request, caller) => {
      const answer = await handler(request, caller)
      await disk.settled(signal).catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
      return answer
    }
  const settled = Object.entries(handlers).map(([name, handler]) => [name, settling(handler as Handler)])
  return Object.fromEntries(settled) as Handlers
}
