import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { type BegunBeforeDeps, begunBefore } from '../calls/begun-before.ts'
import { readTextCalls } from '../calls/read-text-calls.ts'
import { NOT_AGAIN } from '../calls/repetition.ts'
import type { PriorAnswers } from '../calls/tool-group.ts'
import type { Allowance } from '../limits/allowance.ts'
import { syntheticAnswer } from '../run/call-answer.ts'
import type { Inbox } from '../run/inbox.ts'
import { CONTINUE, LAST_STEP } from '../run/notices.ts'
import { openCallsOf } from '../run/open-calls.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { HooksOfRun } from '../run/run-hooks.ts'
import { type Care, createAnswerHealth } from './answer-health.ts'
import type { Attachments } from './attachments.ts'
import type { Chunks } from './early-request.ts'
import { createRepetitionWatch } from './repetition-watch.ts'
import { hasSteers, submitSteers, takeSteers } from './steer.ts'
import { createTurn, type OneTurnDeps } from './turn.ts'

export type TurnDeps = OneTurnDeps &
  BegunBeforeDeps & {
    readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
    readonly maxTurns: number
    /** The limits of the run; null for none. */
    readonly allowance: Allowance | null
    /** The hooks of the run. */
    readonly hooks: HooksOfRun
    /** Adds the text of attached files. */
    readonly attachments: Attachments
    /** Messages to the session during its run. */
    readonly inbox: Pick<Inbox, 'has' | 'take'>
    /** True once the run has what it was started for, although the model made calls: it ends after them. */
    readonly isAnswered: () => boolean
  }

/**
 * The inner loop of a run: request, answer, tools, until no calls remain. A branch that ends with unanswered
 * calls starts there, so a run that waited for the person resumes at the same point.
 */
export async function runTurns(deps: TurnDeps, run: RunHandle, prior: PriorAnswers): Promise<void> {
  const health = healthFor(deps)
  const repetition = createRepetitionWatch(deps)
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
    const preparing = early === null ? prepare(deps, run) : null
    if (preparing !== null) await preparing
    const answer = await turn.ask(early, fetched < MOST_FETCHES)
    early = null
    if (answer === null) {
      fetched += 1
      continue
    }
    fetched = 0
    const isCut = isCutByLength(answer) && toolCallsOf(answer).length === 0 && continued < MOST_CONTINUATIONS
    if (isCut) {
      run.publish([...turn.end('length', [turn.stored(answer)]), CONTINUE])
      continued += 1
      continue
    }
    continued = 0
    const care = health.of(answer, turn.eventId)
    if (care.do !== 'accept') {
      await askAgain(deps, run, { turn, answer, care, health })
      continue
    }
    const { message } = care
    const calls = toolCallsOf(message)
    if (calls.length === 0) {
      run.publish(turn.end(message.stop ?? 'stop', [turn.stored(message)]))
      if (turnIndex + 1 < deps.maxTurns && (await isToldMore(deps, run))) continue
      return
    }
    const { refused, problem } = repetition.look(run, calls)
    if (problem !== null) {
      const left = calls.map((call) => syntheticAnswer(call, deps.newId('event'), 'cancelled', NOT_AGAIN))
      run.publish(turn.end('tool_calls', [turn.stored(message), ...left]))
      throw problem
    }
    // The cost check of the next request needs this one stored. Hooks must see a request before it is sent.
    const isFree = deps.allowance === null && deps.throughHooks === null
    const goesOn = () =>
      isFree &&
      care.told.length === 0 &&
      turnIndex + 1 < deps.maxTurns &&
      !deps.isAnswered() &&
      !hasSteers(deps.log, run) &&
      !deps.inbox.has(run)
    early = await turn.carryOut(message, calls, { goesOn, refused })
    if (care.told.length > 0) run.publish(care.told)
    if (deps.isAnswered()) return
  }
  await sayLastWords(deps, run)
  throw AppError.saying('limit.exceeded', say('run.tooManyTurns', { count: String(deps.maxTurns) }))
}

/**
 * Takes in what came for the run, and makes room for the next request. Null where there is nothing to wait for, so that
 * the request is on its way in the same moment.
 */
function prepare(deps: TurnDeps, run: RunHandle): Promise<unknown> | null {
  const { hooks, log, inbox, allowance, attachments } = deps
  const makeRoom = () => {
    inbox.take(run)
    return deps.makeRoom(run, 'full')
  }
  const attach = () => {
    const files = attachments.missing(run)
    return files.length === 0 ? makeRoom() : attachments.add(run, files).then(makeRoom)
  }
  allowance?.check(run)
  if (hooks.has('prompt.submit')) return submitSteers(log, run, hooks).then(attach)
  takeSteers(log, run)
  return attach() || null
}

function healthFor({ model, toolCalls }: TurnDeps) {
  return createAnswerHealth({
    model: () => model.info.label,
    readText: (written, eventId) => readTextCalls(toolCalls, written, eventId),
  })
}

type Unsound = {
  readonly turn: ReturnType<typeof createTurn>
  readonly answer: Message
  readonly care: Exclude<Care, { readonly do: 'accept' }>
  readonly health: ReturnType<typeof createAnswerHealth>
}

/**
 * Ends the turn of an empty answer, so that the next one asks again. If that did not help, the fallback model
 * is asked; throws without one.
 */
async function askAgain(
  deps: TurnDeps,
  run: RunHandle,
  { turn, answer, care, health }: Unsound,
): Promise<void> {
  const kept = answer.parts.length === 0 ? [] : [turn.stored(answer)]
  const ended = turn.end(answer.stop ?? 'stop', kept)
  if (care.do === 'ask again') {
    run.publish([...ended, ...care.notice])
    return
  }
  run.publish(ended)
  if (!(await deps.fallBack(run, care.error))) throw care.error
  health.restart()
}

/** Asks for a last word once the turns are used up. Without one the limit is all there is to report. */
async function sayLastWords(deps: TurnDeps, run: RunHandle): Promise<void> {
  if (openCallsOf(deps.pathOf(run)).length > 0) return
  deps.allowance?.check(run)
  run.publish([LAST_STEP])
  const withoutTools: TurnDeps = {
    ...deps,
    buildRequest: (of, pending) => {
      const { forcedTool: _, ...request } = deps.buildRequest(of, pending)
      return { ...request, tools: [] }
    },
  }
  try {
    const turn = createTurn(withoutTools, run, deps.maxTurns)
    const answer = await turn.ask(null, false)
    if (answer === null) return
    const words = { ...answer, parts: answer.parts.filter(({ t }) => t !== 'tool_call') }
    run.publish(turn.end('stop', words.parts.length === 0 ? [] : [turn.stored({ ...words, stop: 'stop' })]))
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof AppError)) throw error
  }
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

/** Maximum automatic continuations of an answer at the model's limit. */
const MOST_CONTINUATIONS = 3

/** Maximum automatic fetches of the rest of an answer after a lost connection. */
const MOST_FETCHES = 1

function isCutByLength(message: Message): boolean {
  if (message.stop !== 'length') return false
  return message.parts.some(
    (part) => (part.t === 'text' || part.t === 'reasoning') && part.text.trim() !== '',
  )
}
