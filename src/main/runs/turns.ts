import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import { type Message, type StopReason, type ToolCallPart, toolCallsOf } from '#shared/session/message.ts'
import type { NewId } from '../lib/ids.ts'
import type { Allowance } from './allowance.ts'
import { createAnswer } from './answer.ts'
import { type AskDeps, askModel, messageOf, partialOf } from './ask-model.ts'
import type { ToolCallDeps } from './calling.ts'
import { type Chunks, sendEarly } from './early-request.ts'
import { holdMessage } from './held-message.ts'
import type { Inbox } from './inbox.ts'
import { CONTINUE } from './notices.ts'
import { openCallsOf } from './open-calls.ts'
import type { RunHandle } from './run-handle.ts'
import type { HooksOfRun } from './run-hooks.ts'
import { hasSteers, submitSteers, takeSteers } from './steer.ts'
import { NO_PRIOR_ANSWERS, type PriorAnswers, runToolGroup } from './tool-group.ts'

export type TurnDeps = AskDeps & {
  readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
  readonly toolCalls: ToolCallDeps
  readonly newId: NewId
  readonly maxTurns: number
  /** What the run may use; null when nothing is limited. */
  readonly allowance: Allowance | null
  /** What steps in at the points of the run. */
  readonly hooks: HooksOfRun
  /** What comes for the session while it is at work. */
  readonly inbox: Pick<Inbox, 'has' | 'take'>
  /** Calls `act` once after `ms` unless the returned function is called first. */
  readonly delay: (ms: number, act: () => void) => () => void
  /** Resolves when what was begun has had its chance to leave the process. */
  readonly breath: () => Promise<void>
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
  for (let turnIndex = run.record().turns; turnIndex < deps.maxTurns; turnIndex += 1) {
    run.signal.throwIfAborted()
    const turn = createTurn(deps, run, turnIndex)
    const open = openCallsOf(deps.pathOf(run))
    if (open.length > 0) {
      run.publish(await turn.answerCalls(open, prior))
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
    const message = await turn.ask(early)
    early = null
    const calls = toolCallsOf(message)
    if (calls.length === 0) {
      const goesOn = isCutByLength(message) && continued < MOST_CONTINUATIONS
      run.publish([
        ...turn.end(message.stop ?? 'stop', [turn.stored(message)]),
        ...(goesOn ? [CONTINUE] : []),
      ])
      if (!goesOn) return
      continued += 1
      continue
    }
    continued = 0
    // What the person answered before was about the calls taken up above; models use the names of calls again.
    if (onlyRead(deps, calls)) {
      // What the next request may cost is looked at before it is sent, and so it waits for this one to be stored.
      // What hooks want to see must not be on its way before they have.
      const isFree = deps.allowance === null && deps.throughHooks === null
      const goesOn = () =>
        isFree &&
        turnIndex + 1 < deps.maxTurns &&
        !deps.isAnswered() &&
        !hasSteers(deps.log, run) &&
        !deps.inbox.has(run)
      early = await turn.answerReads(message, calls, goesOn)
    } else {
      // The calls are on the disk before any of them acts: after a crash it is known what had been begun.
      run.publish([turn.stored(message)])
      run.publish(await turn.answerCalls(calls, NO_PRIOR_ANSWERS))
    }
    if (deps.isAnswered()) return
  }
  throw AppError.saying('limit.exceeded', say('run.tooManyTurns', { count: String(deps.maxTurns) }))
}

/** How often an answer that reached the limit of the model is continued by itself. */
const MOST_CONTINUATIONS = 3

function isCutByLength(message: Message): boolean {
  if (message.stop !== 'length') return false
  return message.parts.some(
    (part) => (part.t === 'text' || part.t === 'reasoning') && part.text.trim() !== '',
  )
}

/** Reading again after a crash does no harm, so such calls need not be on the disk before they are made. */
function onlyRead({ toolCalls }: TurnDeps, calls: readonly ToolCallPart[]): boolean {
  return calls.every(({ name }) => toolCalls.tools.find((tool) => tool.name === name)?.access === 'read')
}

/** Names who answers when it is not the model of the run. */
function standIn({ model }: TurnDeps, run: RunHandle) {
  return model.info.ref === run.record().model ? {} : { model: model.info.ref }
}

function createTurn(deps: TurnDeps, run: RunHandle, turnIndex: number) {
  const eventId = deps.newId('event')
  const began = deps.clock.elapsed()
  const answer = createAnswer(eventId)
  let llmMs = 0
  let toolMs = 0

  /** The last events of this turn, with its cost. */
  const end = (stop: StopReason, last: readonly NewDurableEvent[]): NewDurableEvent[] => {
    const durationMs = Math.round(deps.clock.elapsed() - began)
    const cost = { ...standIn(deps, run), usage: answer.usage(), durationMs, llmMs, toolMs }
    const payload = { runId: run.runId, turnIndex, stop, ...cost }
    return [...last.map((event) => ({ ...event, turnIndex })), { kind: 'turn.ended', turnIndex, payload }]
  }

  /** Runs the calls of this turn. Its end is returned to be stored; when they are stopped it is stored at once. */
  const answerCalls = async (
    calls: readonly ToolCallPart[],
    prior: PriorAnswers,
    by = run,
  ): Promise<NewDurableEvent[]> => {
    const start = deps.clock.elapsed()
    const measure = () => {
      toolMs = Math.round(deps.clock.elapsed() - start)
    }
    try {
      const answers = await runToolGroup(deps.toolCalls, by, calls, prior)
      measure()
      return end('tool_calls', answers)
    } catch (error) {
      measure()
      by.publish(end('cancelled', []))
      throw error
    }
  }

  const stored = (message: Message): NewDurableEvent => ({
    kind: 'message',
    id: eventId,
    turnIndex,
    payload: { message },
  })

  return {
    end,
    stored,
    answerCalls,
    /**
     * Runs calls that only read; they are stored together with what they found. When the run `goesOn`, the next
     * request is sent meanwhile: what is stored a moment later could be read again.
     */
    answerReads: async (
      message: Message,
      calls: readonly ToolCallPart[],
      goesOn: () => boolean,
    ): Promise<Chunks | null> => {
      const held = holdMessage(run, stored(message), deps.delay)
      try {
        const last = await answerCalls(calls, NO_PRIOR_ANSWERS, held.run)
        const store = () => void held.run.publish(last)
        if (goesOn()) return await sendEarly(deps, run, [...held.waiting(), ...last], store)
        store()
        return null
      } finally {
        held.settle()
      }
    },
    /** Streams one answer. A failure keeps the words that had arrived and then goes on failing. */
    ask: async (early: Chunks | null): Promise<Message> => {
      const { runId } = run
      run.live({ kind: 'turn.started', turnIndex, payload: { runId, turnIndex } })
      const start = deps.clock.elapsed()
      const measure = () => {
        llmMs = Math.round(deps.clock.elapsed() - start)
      }
      try {
        await askModel(deps, run, { eventId, answer, early })
        measure()
        return messageOf(deps, run, answer)
      } catch (error) {
        measure()
        run.publish(partialOf({ deps, run, eventId, answer, end }, error))
        throw error
      }
    },
  }
}
