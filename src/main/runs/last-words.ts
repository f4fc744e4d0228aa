import type { RunRecord } from '#shared/run/run.ts'
import { textOf } from '#shared/session/message.ts'
import type { PathOf } from './closing.ts'

/** The last thing an agent said: for who waits for it, its answer. Empty when it said nothing. */
export function lastWordsOf(pathOf: PathOf, { sessionId, contextId }: RunRecord): string {
  const last = pathOf(sessionId, contextId).findLast(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  return last?.kind === 'message' ? textOf(last.payload.message) : ''
}
