import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import type { Message, ToolCallPart } from '#shared/session/message.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'

/** A call that was answered. `changes`: it changed a file, so that the same call may have another answer. */
export type Made = { readonly call: string; readonly answer: string; readonly changes: boolean }

/** Calls that take turns are noticed up to this many. */
const LONGEST_PERIOD = 3
/** The repetition that the model is told of. */
const TOLD_AT = 3
/** How often the same call is carried out with the same answer, at most. */
export const MOST_REPEATED = 4
/** How many calls are looked at. */
const MOST_MADE = LONGEST_PERIOD * (MOST_REPEATED + 1)

/** A call without its id: its tool and its arguments with sorted keys. */
export function callKey({ name, args }: Pick<ToolCallPart, 'name' | 'args'>): string {
  return `${name} ${JSON.stringify(sorted(args))}`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}

/** The newest calls of a run with their answers, oldest first, since the last one that changed a file. */
export function callsMade(
  path: readonly DurableEvent[],
  runId: RunId,
  changes: (tool: string) => boolean,
): readonly Made[] {
  const made: Made[] = []
  const answers = new Map<string, Message>()
  for (let at = path.length - 1; at >= 0 && made.length < MOST_MADE; at -= 1) {
    const event = path[at]
    if (event?.kind !== 'message') continue
    const { message } = event.payload
    if (event.runId !== runId || message.role === 'user') break
    if (message.tool !== undefined) answers.set(message.tool.callId, message)
    for (const call of toolCallsOf(message).toReversed()) {
      const answer = answers.get(call.callId)
      if (answer !== undefined) made.unshift(madeOf(call, answer, changes))
    }
    if (message.role === 'assistant') answers.clear()
  }
  return made.slice(made.findLastIndex((each) => each.changes) + 1)
}

/** One call with its answer. */
export function madeOf(call: ToolCallPart, answer: Message, changes: (tool: string) => boolean): Made {
  return {
    call: callKey(call),
    answer: textOf(answer),
    changes: answer.tool?.isError === false && changes(call.name) && !leftAsItWas(answer),
  }
}

/** Whether a change put into a file what it held already. */
function leftAsItWas({ tool }: Message): boolean {
  const details = tool?.details
  if (details?.kind !== 'write' && details?.kind !== 'edit') return false
  const isNew = details.kind === 'write' && details.created
  return !isNew && details.diff.added + details.diff.removed === 0
}

/** How often the newest calls were made in the same order with the same answers, up to three taking turns. */
export function timesRepeated(made: readonly Made[]): number {
  let most = 1
  for (let period = 1; period <= LONGEST_PERIOD; period += 1) most = Math.max(most, timesOf(made, period))
  return most
}

/** Whether the model is told now: the newest call completes the third repetition. */
export function isToldOf(made: readonly Made[]): boolean {
  return timesRepeated(made) >= TOLD_AT && timesRepeated(made.slice(0, -1)) < TOLD_AT
}

/** Whether this call would be made once more than the same call may be. */
export function isTooOften(made: readonly Made[], call: string): boolean {
  for (let period = 1; period <= LONGEST_PERIOD; period += 1) {
    if (timesOf(made, period) >= MOST_REPEATED && made[made.length - period]?.call === call) return true
  }
  return false
}

function timesOf(made: readonly Made[], period: number): number {
  let times = 1
  for (let at = made.length - period - 1; at >= 0; at -= 1) {
    const one = made[at]
    const other = made[at + period]
    if (one?.call !== other?.call || one?.answer !== other?.answer) break
    times = Math.floor((made.length - at) / period)
  }
  return made.length < period ? 0 : times
}
