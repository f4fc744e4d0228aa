import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { hasSteers } from '../../runs/turns/steer.ts'
import { isStopped } from '../records/agent-state.ts'
import type { Child } from '../records/child-task.ts'
import type { LiveAgents } from '../records/live-agents.ts'
import { type BeginDeps, type Beginning, beginAgent } from './begin-agent.ts'
import { createPendingMessages, type PendingDeps } from './pending-messages.ts'
import { promptEvent } from './prompt-event.ts'
import { retriedAgent } from './retried-agent.ts'
import { isHung, SECOND_TRY } from './second-try.ts'

export type LaunchDeps = BeginDeps &
  PendingDeps & {
    /** Handles the end of a background agent. */
    readonly ended: (sessionId: SessionId, run: RunRecord) => void
  }

/** The events for a retry; null for no retry. */
type First = readonly NewDurableEvent[] | null

/**
 * Starts an agent and drives it to its end. An agent that hung is started again once; one that got a message in its last
 * moment is started again with it. The end is reported once, when no run follows.
 */
export function launchAgent(deps: LaunchDeps, live: LiveAgents, beginning: Beginning): Child {
  const { sessionId } = beginning
  const { waited: _over, ...anew } = beginning.asked
  let at = beginAgent(deps, live, beginning)

  const again = (first: readonly NewDurableEvent[]): Child | null => {
    const { life } = at
    const asked = { ...anew, background: life().inBackground, first }
    try {
      at = beginAgent(deps, live, { ...beginning, asked }, life())
    } catch (error) {
      // The run before it had ended, and that end is reported.
      if (!(error instanceof AppError)) throw error
      return null
    }
    at.whole = child
    return at
  }

  const ended = (run: RunRecord, first: First): Child | null => {
    live.delete(sessionId)
    const following = first === null || isStopped(at.life()) ? null : again(first)
    if (following === null) at.apply({ kind: 'closed' })
    deps.changed(sessionId)
    if (following === null && at.life().inBackground && isTerminal(run.status)) deps.ended(sessionId, run)
    return following
  }

  /** The agent counts as live until hooks have let its messages pass, so that it is not started for nothing. */
  const hearing = (run: RunRecord): Promise<Child | null> => {
    const signal = AbortSignal.any([deps.signal, at.stopped])
    const following = wordsFor(deps, sessionId, signal).then(
      (first) => ended(run, first),
      (error: unknown) => {
        ended(run, null)
        if (error instanceof AppError || signal.aborted) return null
        throw error
      },
    )
    at.over = following.catch(() => null)
    return following
  }

  const runEnded = (run: RunRecord): Child | null | Promise<Child | null> => {
    // A run that asked the model nothing took in nothing, and would not another time.
    const hasMessages = run.status === 'completed' && run.turns > 0 && hasSteers(deps.log, run)
    at.apply({ kind: 'runEnded', isHung: isHung(run), hasMessages })
    const life = at.life()
    switch (life.state === 'ending' ? life.then : 'stop') {
      case 'messages':
        return hearing(run)
      case 'retry':
        return ended(run, [promptEvent(SECOND_TRY, 'app')])
      case 'stop':
        return ended(run, null)
    }
  }

  const child = retriedAgent(at, runEnded)
  at.whole = child
  deps.changed(sessionId)
  child.done.catch(() => deps.changed(sessionId))
  return child
}

/** Returns the pending messages that hooks let into the conversation; null for none. */
async function wordsFor(deps: PendingDeps, sessionId: SessionId, signal: AbortSignal): Promise<First> {
  const said = createPendingMessages({ ...deps, signal })
  // Messages reworded during a hook are still pending.
  while (hasSteers(deps.log, { sessionId })) {
    const first = await said.waiting(sessionId)
    if (first !== null) return first
  }
  return null
}
