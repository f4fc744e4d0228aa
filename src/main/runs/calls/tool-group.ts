import type { NewDurableEvent } from '#shared/events/event.ts'
import type { CallId, EventId } from '#shared/ids.ts'
import { stoppedWords } from '#shared/run/stopped-words.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import { syntheticAnswer } from '../run/call-answer.ts'
import { STOPPED_CALLS } from '../run/closing.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { PriorAnswer, ToolCallDeps } from './calling.ts'
import type { CallsAhead } from './calls-ahead.ts'
import { NOT_AGAIN } from './repetition.ts'
import { runToolCall } from './tool-call.ts'

/** Answers the person gave before the app was closed, by call. */
export type PriorAnswers = ReadonlyMap<CallId, PriorAnswer>

export const NO_PRIOR_ANSWERS: PriorAnswers = new Map()

/** Known facts about the calls of one answer before they run. */
export type Known = {
  readonly prior: PriorAnswers
  /** Those that have begun already. */
  readonly ahead: Pick<CallsAhead, 'take'>
  /** Those that are not carried out because they were made too often. */
  readonly refused?: ReadonlySet<CallId>
}

/**
 * Runs the calls of one answer: neighbours that are safe side by side run at once, the others one by one. Each
 * answer is stored in call order as soon as everything before it is there, so that a crash never repeats work; those
 * that come side by side in one turn of the loop are stored together. The last ones are handed back, to be stored together with the end of the turn.
 */
export async function runToolGroup(
  deps: ToolCallDeps,
  run: RunHandle,
  calls: readonly ToolCallPart[],
  { prior, ahead, refused }: Known,
): Promise<NewDurableEvent[]> {
  const answers = new Map<CallId, NewDurableEvent>()
  const begun = new Map(calls.map((call) => [call.callId, ahead.take(call)]))
  // Named before anything acts: what a start announced is what its answer is stored under, however it ends.
  const ids = new Map<CallId, EventId>(
    calls.map(({ callId }) => [callId, begun.get(callId)?.eventId ?? deps.newId('event')]),
  )
  const idOf = (callId: CallId): EventId => ids.get(callId) ?? deps.newId('event')
  let stored = 0
  const ready = (): NewDurableEvent[] => {
    const found: NewDurableEvent[] = []
    for (const call of calls.slice(stored)) {
      const answer = answers.get(call.callId)
      if (answer === undefined) break
      found.push(answer)
    }
    return found
  }
  const storeReady = (): void => {
    const found = ready()
    if (found.length === 0 || stored + found.length === calls.length) return
    run.publish(found)
    stored += found.length
  }
  let storing: Promise<void> | null = null
  const storeTogether = (): Promise<void> => {
    storing ??= deps.nextTurn().then(() => {
      storing = null
      storeReady()
    })
    return storing
  }
  const begins = new Map<CallId, number>()
  const answer = async (call: ToolCallPart, besides: number): Promise<void> => {
    begins.set(call.callId, deps.clock.elapsed())
    const calling = { call, eventId: idOf(call.callId), prior: prior.get(call.callId) ?? null }
    if (refused?.has(call.callId) === true) {
      answers.set(call.callId, syntheticAnswer(call, idOf(call.callId), 'cancelled', NOT_AGAIN))
      return
    }
    const early = await begun.get(call.callId)?.answer
    answers.set(call.callId, early ?? (await runToolCall(deps, run, calling)))
    if (besides === 0) storeReady()
    else if (answers.size < calls.length) await storeTogether()
  }

  try {
    for (const batch of batchesOf(deps, calls)) {
      await settleAll(batch.map((call) => answer(call, batch.length - 1)))
    }
  } catch (error) {
    for (const call of calls) {
      if (answers.has(call.callId)) continue
      const { synthetic } = STOPPED_CALLS
      const text = wordsForStopped(deps, run, begins.get(call.callId))
      answers.set(call.callId, syntheticAnswer(call, idOf(call.callId), synthetic, text))
    }
    run.publish(ready())
    throw error
  }
  return ready()
}

/** Returns the answer for a call that was stopped, or never started. */
function wordsForStopped({ clock }: ToolCallDeps, { signal }: RunHandle, began: number | undefined): string {
  if (began === undefined) return `(not begun: the run was ${stoppedWords(signal.reason, 0)})`
  const who = stoppedWords(signal.reason, clock.elapsed() - began)
  return `(${who}) This call was stopped before it finished. What it may have done so far was not undone.`
}

/** Waits for all promises before it throws the first failure, so that no work continues unnoticed. */
async function settleAll(promises: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(promises)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function batchesOf(deps: ToolCallDeps, calls: readonly ToolCallPart[]): ToolCallPart[][] {
  const isParallel = (call: ToolCallPart) =>
    deps.tools.find((tool) => tool.name === call.name)?.parallel === true
  const batches: ToolCallPart[][] = []
  let last: ToolCallPart[] | null = null
  for (const call of calls) {
    const parallel = isParallel(call)
    if (parallel && last !== null) last.push(call)
    else {
      const batch = [call]
      batches.push(batch)
      last = parallel ? batch : null
    }
  }
  return batches
}
