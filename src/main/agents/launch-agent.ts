import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { hasSteers } from '../runs/steer.ts'
import { asOneAgent } from './as-one-agent.ts'
import { type BeginDeps, type Beginning, beginAgent } from './begin-agent.ts'
import type { Child } from './child-task.ts'
import type { LiveAgents } from './live-agents.ts'
import { isHung, SECOND_TRY } from './second-try.ts'

export type LaunchDeps = BeginDeps & {
  /** An agent nobody waits for has ended. */
  readonly ended: (sessionId: SessionId, run: RunRecord) => void
}

/**
 * An agent at work. When it hung it is tried again once, and when something was said to it in the moment of its end it
 * goes on with that. Its end is told once, when it does not work any more.
 */
export function launchAgent(deps: LaunchDeps, live: LiveAgents, beginning: Beginning): Child {
  const { sessionId } = beginning
  const { waited: _over, ...anew } = beginning.asked
  let at = beginAgent(deps, live, beginning)
  let isSecondTry = false

  /** What it is begun again with; null when it is not. */
  const goesOnWith = (run: RunRecord): readonly NewDurableEvent[] | null => {
    if (at.isEnding) return null
    if (isHung(run) && !isSecondTry) {
      isSecondTry = true
      return [promptEvent(SECOND_TRY)]
    }
    // One that has asked nothing has taken nothing in, and would not another time.
    return run.status === 'completed' && run.turns > 0 && hasSteers(deps.log, run) ? [] : null
  }

  const again = (first: readonly NewDurableEvent[]): Child | null => {
    try {
      at = beginAgent(deps, live, { ...beginning, asked: { ...anew, background: at.background, first } })
    } catch (error) {
      // It had come to its end, and that is what is told.
      if (!(error instanceof AppError)) throw error
      return null
    }
    at.whole = child
    return at
  }

  const child = asOneAgent(at, (run) => {
    live.delete(sessionId)
    const first = goesOnWith(run)
    const next = first === null ? null : again(first)
    deps.changed(sessionId)
    if (next === null && at.background && isTerminal(run.status)) deps.ended(sessionId, run)
    return next
  })
  at.whole = child
  deps.changed(sessionId)
  child.done.catch(() => deps.changed(sessionId))
  return child
}

/** What is said to an agent, as a message. */
export function promptEvent(prompt: string): NewDurableEvent {
  return { kind: 'message', payload: { message: { role: 'user', parts: [{ t: 'text', text: prompt }] } } }
}
