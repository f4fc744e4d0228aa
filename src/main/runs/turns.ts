import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import type { Allowance } from './allowance.ts'
import { type BegunBeforeDeps, begunBefore } from './begun-before.ts'
import type { Chunks } from './early-request.ts'
import type { Inbox } from './inbox.ts'
import { CONTINUE } from './notices.ts'
import { openCallsOf } from './open-calls.ts'
import type { RunHandle } from './run-handle.ts'
import type { HooksOfRun } from './run-hooks.ts'
import { hasSteers, submitSteers, takeSteers } from './steer.ts'
import type { PriorAnswers } from './tool-group.ts'
import { createTurn, type OneTurnDeps } from './turn.ts'

export type TurnDeps = OneTurnDeps &
  BegunBeforeDeps & {
    readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
    readonly maxTurns: number
    /** What the run may use; null when nothing is limited. */
    readonly allowance: Allowance | null
    /** What steps in at the points of the run. */
    readonly hooks: HooksOfRun
    /** What comes for the session while it is at work. */
    readonly inbox: Pick<Inbox, 'has' | 'take'>
    /** True once the run has what it was started for, although the model made calls: it ends after them. */
    readonly isAnswered: () => boolean
  }

/**
 * The inner loop of a run: request, answer, tools, and again until no calls remain. A branch that ends with
 * unanswered calls is taken up there, so a run that waited for the person goes on where it stood.
 */
export async function runTurns(deps: TurnDeps, run: RunHandle, prior: PriorAnswers): Promise<void> {
  let early: Chunks | null = null
  let continued = 0
  let fetched = 0
  for (let turnIndex = run.record().turns; turnIndex < deps.maxTurns; turnIndex += 1) {
    run.signal.throwIfAborted()
    const turn = createTurn(deps, run, turnIndex)
    const open = openCallsOf(deps.pathOf(run))
    if (open.length > 0) {
      run.publish(await turn.answerCalls(open, { prior, ahead: begunBefore(deps, run) }))
      if (deps.isAnswered()) return
      continue
    }
    if (early === null) {
      deps.allowance?.check(run)
      if (deps.hooks.has('prompt.submit')) await submitSteers(deps.log, run, deps.hooks)
      else takeSteers(deps.log, run)
      deps.inbox.take(run)
      const room = deps.makeRoom(run, 'full')
      // Nothing waits where nothing is to be done, so that the question is on its way in the same moment.
      if (room !== false) await room
    }
    const message = await turn.ask(early, fetched < MOST_FETCHES)
    early = null
    if (message === null) {
      fetched += 1
      continue
    }
    fetched = 0
    const calls = toolCallsOf(message)
    if (calls.length === 0) {
      const isCut = isCutByLength(message) && continued < MOST_CONTINUATIONS
      run.publish([...turn.end(message.stop ?? 'stop', [turn.stored(message)]), ...(isCut ? [CONTINUE] : [])])
      continued = isCut ? continued + 1 : 0
      if (isCut || (turnIndex + 1 < deps.maxTurns && (await isToldMore(deps, run)))) continue
      return
    }
    continued = 0
    // What the next request may cost is looked at before it is sent, and so it waits for this one to be stored.
    // What hooks want to see must not be on its way before they have.
    const isFree = deps.allowance === null && deps.throughHooks === null
    const goesOn = () =>
      isFree &&
      turnIndex + 1 < deps.maxTurns &&
      !deps.isAnswered() &&
      !hasSteers(deps.log, run) &&
      !deps.inbox.has(run)
    early = await turn.carryOut(message, calls, goesOn)
    if (deps.isAnswered()) return
  }
  throw AppError.saying('limit.exceeded', say('run.tooManyTurns', { count: String(deps.maxTurns) }))
}

/**
 * Lets join what was said to an agent while it wrote what would have been its last answer: nothing follows its run that
 * could take it along. What is said to a chat then starts its next run.
 */
async function isToldMore({ log, hooks }: TurnDeps, run: RunHandle): Promise<boolean> {
  const { kind } = run.record()
  if (kind !== 'child' && kind !== 'detached') return false
  return hooks.has('prompt.submit') ? await submitSteers(log, run, hooks) : takeSteers(log, run)
}

/** How often an answer that reached the limit of the model is continued by itself. */
const MOST_CONTINUATIONS = 3

/** How often the rest of an answer is asked for by itself after its connection was lost. */
const MOST_FETCHES = 1

function isCutByLength(message: Message): boolean {
  if (message.stop !== 'length') return false
  return message.parts.some(
    (part) => (part.t === 'text' || part.t === 'reasoning') && part.text.trim() !== '',
  )
}
