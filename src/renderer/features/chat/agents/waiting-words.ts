import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { QueueItem } from '#shared/session/queue.ts'
import type { SessionState } from '../../../store/session-state.ts'
import { isOver } from './agent-tree.ts'

/** What a message waits for that was said to an agent. */
export type WaitsFor = 'release' | 'goOn' | 'place' | 'answer' | 'step'

/** What a waiting message waits for: that it is released, or what keeps the agent from its next step. */
export function waitsFor({ held }: Pick<QueueItem, 'held'>, run: AgentRun): WaitsFor {
  if (held) return 'release'
  if (isOver(run)) return 'goOn'
  if (run.state === 'queued') return 'place'
  return run.state === 'waiting' ? 'answer' : 'step'
}

/** Why messages go on waiting until the person does something, and how many do; null while all are heard by themselves. */
export function staying(
  queue: readonly QueueItem[],
  run: AgentRun,
): { readonly why: 'unheard' | 'held'; readonly count: number } | null {
  if (isOver(run)) return queue.length === 0 ? null : { why: 'unheard', count: queue.length }
  const count = queue.filter((item) => item.held).length
  return count === 0 ? null : { why: 'held', count }
}

/** How it stands with what was said to an agent, as far as a change of it is news. */
export type Hearing = {
  readonly sessionId: SessionState['sessionId']
  readonly waiting: number
  /** The words it has taken up last. */
  readonly heard: string | null
}

/** The same of the session in view. */
export function hearingOf({ sessionId, folds, path }: SessionState): Hearing {
  const heard = path.findLast(({ kind, payload }) => kind === 'harness.item' && payload.kind === 'steer')
  return { sessionId, waiting: folds.queue.length, heard: heard?.id ?? null }
}

/** What has become of what was said; null when nothing has. Another session in view is no news. */
export function newsOf(before: Hearing, now: Hearing): 'heard' | 'waits' | null {
  if (before.sessionId !== now.sessionId) return null
  if (now.waiting > before.waiting) return 'waits'
  return now.waiting < before.waiting && now.heard !== before.heard ? 'heard' : null
}
