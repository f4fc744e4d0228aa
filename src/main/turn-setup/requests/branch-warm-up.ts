import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import { wantsBigJob } from '../../agents/definitions/big-job-tools.ts'
import { hasAgents } from '../../agents/tools/has-agents.ts'
import type { TokenCounter } from '../../context/budget/count-tokens.ts'
import type { Paths } from '../../log/paths.ts'

type Deps = {
  readonly paths: Pick<Paths, 'load' | 'recent'>
  readonly count: TokenCounter
  /** Resolves in a later turn of the event loop. */
  readonly nextTurn: () => Promise<void>
}

/** Events measured in one piece, which takes a few milliseconds. */
const PIECE = 400

/**
 * Creates the preparation of a branch for requests: it is read, and its tokens are counted, in pieces with a turn of the
 * event loop after each. What was counted is remembered, so only new events are measured the next time.
 */
export function createBranchWarmUp({ paths, count, nextTurn }: Deps) {
  const measured = new WeakMap<readonly DurableEvent[], number>()
  return async (sessionId: SessionId, contextId: ContextId): Promise<void> => {
    await paths.load(sessionId, contextId, 'recent')
    const path = paths.recent(sessionId, contextId)
    for (let at = measured.get(path) ?? 0; at < path.length; ) {
      const end = Math.min(at + PIECE, path.length)
      for (const event of path.slice(at, end)) countEvent(event, count)
      wantsBigJob(path, end)
      hasAgents(path, end)
      measured.set(path, end)
      at = end
      if (at < path.length) await nextTurn()
    }
  }
}

function countEvent(event: DurableEvent, count: TokenCounter): void {
  if (event.kind === 'message') count.message(event.payload.message)
  if (event.kind === 'harness.item') count.text(event.payload.content)
}
