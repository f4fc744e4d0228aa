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
import { promptEvent } from './prompt-event.ts'
import { createSaidToAgents, type SaidDeps } from './said-to-agents.ts'
import { isHung, SECOND_TRY } from './second-try.ts'

export type LaunchDeps = BeginDeps &
  SaidDeps & {
    /** An agent nobody waits for has ended. */
    readonly ended: (sessionId: SessionId, run: RunRecord) => void
  }

/** What an agent is begun again with; null when it is not. */
type First = readonly NewDurableEvent[] | null

/**
 * An agent at work. When it hung it is tried again once, and when something was said to it in the moment of its end it
 * goes on with that. Its end is told once, when it does not work any more.
 */
export function launchAgent(deps: LaunchDeps, live: LiveAgents, beginning: Beginning): Child {
  const { sessionId } = beginning
  const { waited: _over, ...anew } = beginning.asked
  let at = beginAgent(deps, live, beginning)
  let isSecondTry = false

  const isTriedAgain = (run: RunRecord): boolean => {
    if (at.isEnding || isSecondTry || !isHung(run)) return false
    isSecondTry = true
    return true
  }

  // One that has asked nothing has taken nothing in, and would not another time.
  const isToldMore = (run: RunRecord): boolean =>
    !at.isEnding && run.status === 'completed' && run.turns > 0 && hasSteers(deps.log, run)

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

  const ended = (run: RunRecord, first: First): Child | null => {
    live.delete(sessionId)
    const next = first === null || at.isEnding ? null : again(first)
    deps.changed(sessionId)
    if (next === null && at.background && isTerminal(run.status)) deps.ended(sessionId, run)
    return next
  }

  /** It counts as at work until hooks have let pass what was said to it, so that it is not begun for nothing. */
  const hearing = (run: RunRecord): Promise<Child | null> => {
    at.patience = null
    const signal = AbortSignal.any([deps.signal, at.stopped])
    const next = wordsFor(deps, sessionId, signal).then(
      (first) => ended(run, first),
      (error: unknown) => {
        ended(run, null)
        if (error instanceof AppError || signal.aborted) return null
        throw error
      },
    )
    at.over = next.catch(() => null)
    return next
  }

  const child = asOneAgent(at, (run) =>
    isToldMore(run) ? hearing(run) : ended(run, isTriedAgain(run) ? [promptEvent(SECOND_TRY, 'app')] : null),
  )
  at.whole = child
  deps.changed(sessionId)
  child.done.catch(() => deps.changed(sessionId))
  return child
}

/** What of the words that wait hooks let join the conversation of an agent; null when that is nothing. */
async function wordsFor(deps: SaidDeps, sessionId: SessionId, signal: AbortSignal): Promise<First> {
  const said = createSaidToAgents({ ...deps, signal })
  // What was put in other words while a hook looked at it waits still.
  while (hasSteers(deps.log, { sessionId })) {
    const first = await said.waiting(sessionId)
    if (first !== null) return first
  }
  return null
}
