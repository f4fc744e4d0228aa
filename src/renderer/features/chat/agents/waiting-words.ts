import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import type { SessionState } from '../../../store/session-state.ts'
import { isOver } from './agent-tree.ts'

/** The reason a message to an agent is pending. */
export type WaitsFor = 'release' | 'goOn' | 'place' | 'answer' | 'step'

/** Returns why a message is pending: it is held, or the agent has not reached its next step. */
export function waitsFor({ held }: Pick<QueueItem, 'held'>, run: AgentRun): WaitsFor {
  if (held) return 'release'
  if (isOver(run)) return 'goOn'
  if (run.state === 'queued') return 'place'
  return run.state === 'waiting' ? 'answer' : 'step'
}

/**
 * Returns why messages stay pending until the person acts, and their number; null when they are delivered
 * automatically.
 */
export function staying(
  queue: readonly QueueItem[],
  run: AgentRun,
): { readonly why: 'unheard' | 'held'; readonly count: number } | null {
  if (isOver(run)) return queue.length === 0 ? null : { why: 'unheard', count: queue.length }
  const count = queue.filter((item) => item.held).length
  return count === 0 ? null : { why: 'held', count }
}

/** The delivery state of messages to an agent, compared to detect changes. */
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

/** Returns the change of pending messages; null for none. A switch to another session is no change. */
export function newsOf(before: Hearing, now: Hearing): 'heard' | 'waits' | null {
  if (before.sessionId !== now.sessionId) return null
  if (now.waiting > before.waiting) return 'waits'
  return now.waiting < before.waiting && now.heard !== before.heard ? 'heard' : null
}
