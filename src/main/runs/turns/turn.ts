import type { NewDurableEvent } from '#shared/events/event.ts'
import type { CallId } from '#shared/ids.ts'
import type { Message, StopReason, ToolCallPart } from '#shared/session/message.ts'
import type { NewId } from '../../lib/ids.ts'
import type { ToolCallDeps } from '../calls/calling.ts'
import { createCallsAhead } from '../calls/calls-ahead.ts'
import { readCalls } from '../calls/read-calls.ts'
import { type Known, NO_PRIOR_ANSWERS, runToolGroup } from '../calls/tool-group.ts'
import type { OpenUse } from '../limits/open-use.ts'
import { fetchRest } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { type Answer, createAnswer } from './answer.ts'
import { usageOf, withFailed, withLoss } from './answer-usage.ts'
import { delayMessage } from './delay-message.ts'
import { type Chunks, sendEarly } from './early-request.ts'
import { createRepetitionWatch, type RepetitionDeps } from './repetition-watch.ts'
import { canFetchRest, messageOf, partialOf, type RequestDeps, requestAnswer } from './request-answer.ts'
import { createTurnTimes } from './turn-times.ts'

/** Dependencies of one turn. */
export type OneTurnDeps = RequestDeps &
  RepetitionDeps & {
    readonly toolCalls: ToolCallDeps
    readonly newId: NewId
    /** Calls `act` once after `ms` unless the returned function is called first. */
    readonly delay: (ms: number, act: () => void) => () => void
    /** Resolves when what was begun has had its chance to leave the process. */
    readonly breath: () => Promise<void>
    /** Counts what an answer has used until its turn is stored. */
    readonly openUse: Pick<OpenUse, 'began' | 'ended'>
    /** Resolves when all that was stored before outlives a power cut. */
    readonly settled: (signal: AbortSignal) => Promise<void>
  }

/** One request of a run and what it asks for: who streams the answer, runs its calls, and says what it cost. */
export function createTurn(deps: OneTurnDeps, run: RunHandle, turnIndex: number) {
  const repetition = createRepetitionWatch(deps)
  const eventId = deps.newId('event')
  const times = createTurnTimes(deps.clock, () => waitedBy(run, deps.clock.now()))
  const answer = createAnswer(eventId)
  const ahead = createCallsAhead(deps.toolCalls, run)
  /** The additional cost of the answer for a miss of the cache, in US dollars. */
  let lost = 0

  /** The last events of this turn, with its cost. */
  const end = (stop: StopReason, last: readonly NewDurableEvent[]): NewDurableEvent[] => {
    deps.openUse.ended(run.runId)
    const own = withLoss(usageOf(deps, answer), answer.isWhole() ? lost : 0)
    const usage = withFailed(own, deps.failedUsage?.() ?? null, { ...deps, answer })
    const cost = { ...standIn(deps, run), usage, ...times.figures() }
    const payload = { runId: run.runId, turnIndex, stop, ...cost }
    return [...last.map((event) => ({ ...event, turnIndex })), { kind: 'turn.ended', turnIndex, payload }]
  }

  /** Runs the calls of this turn. Its end is returned to be stored; when they are stopped it is stored at once. */
  const answerCalls = async (
    calls: readonly ToolCallPart[],
    known: Known,
    by = run,
  ): Promise<NewDurableEvent[]> => {
    const measure = times.works()
    const repeated = repetition.begin(run)
    try {
      const answers = await runToolGroup(deps.toolCalls, by, calls, known)
      measure()
      return [...end('tool_calls', answers), ...repeated(calls, answers)]
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
    eventId,
    end,
    stored,
    answerCalls,
    /**
     * Does what an answer asks for, except for the calls in `refused`. When that leads to the next request at once,
     * what is said to it is handed back.
     */
    carryOut: async (
      message: Message,
      calls: readonly ToolCallPart[],
      { goesOn, refused }: { readonly goesOn: () => boolean; readonly refused: ReadonlySet<CallId> },
    ): Promise<Chunks | null> => {
      // Earlier answers of the person belong to calls already taken up, because models reuse call ids.
      const known = { prior: NO_PRIOR_ANSWERS, ahead, refused }
      try {
        if (onlyRead(deps, calls)) {
          const answers = (by: RunHandle) => answerCalls(calls, known, by)
          return await answerReads(deps, run, { message: stored(message), answers, goesOn })
        }
        // The calls are on the disk before any of them acts: after a crash it is known what had been begun.
        run.publish([stored(message)])
        await deps.settled(run.signal)
        run.publish(await answerCalls(calls, known))
        return null
      } finally {
        await ahead.drop()
      }
    },
    /**
     * Streams one answer. A failure keeps the received text and is thrown; null when the rest will be
     * fetched, which `mayGoOn` allows.
     */
    ask: async (early: Chunks | null, mayGoOn: boolean): Promise<Message | null> => {
      run.live({ kind: 'turn.started', turnIndex, payload: { runId: run.runId, turnIndex } })
      const measure = times.asks()
      try {
        await requestAnswer(deps, run, {
          eventId,
          answer,
          early,
          times,
          called: () => ahead.look(answer.calls()),
        })
        measure()
        const message = counted(deps, run, answer)
        lost = deps.lostToMiss?.(message, eventId) ?? 0
        return message
      } catch (error) {
        measure()
        const goesOn = mayGoOn && canFetchRest(error, run, answer)
        try {
          const kept = partialOf({ deps, run, eventId, answer, end }, error)
          run.publish([...kept, ...(goesOn ? [fetchRest(error, answer.hasText())] : [])])
        } finally {
          await ahead.drop()
        }
        if (!goesOn) throw error
        return null
      }
    },
  }
}

/** Returns the total time a run has waited for the person. */
function waitedBy(run: RunHandle, now: number): number {
  const { waitedMs = 0, waitsSince } = run.record()
  return waitedMs + (waitsSince === undefined ? 0 : Math.max(0, now - waitsSince))
}

/** The message of an answer, whose use counts from now on. */
function counted(deps: OneTurnDeps, run: RunHandle, answer: Answer): Message {
  const { sessionId, runId } = run
  deps.openUse.began(runId, { sessionId, model: deps.model.info.ref, usage: answer.usage() })
  return readCalls(messageOf(deps, run, answer), {
    written: answer.calls(),
    offered: deps.toolCalls.offered(),
    deferred: deps.toolCalls.deferred(),
  })
}

/** Reading again after a crash does no harm, so such calls need not be on the disk before they are made. */
function onlyRead({ toolCalls }: OneTurnDeps, calls: readonly ToolCallPart[]): boolean {
  return calls.every(({ name }) => toolCalls.tools.find((tool) => tool.name === name)?.access === 'read')
}

/** Names who answers when it is not the model of the run. */
function standIn({ model }: OneTurnDeps, run: RunHandle) {
  return model.info.ref === run.record().model ? {} : { model: model.info.ref }
}

type Reading = {
  readonly message: NewDurableEvent
  /** Runs the calls for this run. */
  readonly answers: (by: RunHandle) => Promise<NewDurableEvent[]>
  readonly goesOn: () => boolean
}

/**
 * Runs calls that only read; they are stored together with what they found. When the run `goesOn`, the next request
 * is sent meanwhile: what is stored a moment later could be read again.
 */
async function answerReads(
  deps: OneTurnDeps,
  run: RunHandle,
  { message, answers, goesOn }: Reading,
): Promise<Chunks | null> {
  const held = delayMessage(run, message, deps.delay)
  try {
    const last = await answers(held.run)
    const store = () => void held.run.publish(last)
    if (goesOn()) return await sendEarly(deps, run, [...held.waiting(), ...last], store)
    store()
    return null
  } finally {
    held.settle()
  }
}
