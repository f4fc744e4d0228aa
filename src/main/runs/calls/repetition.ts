import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import type { Message, ToolCallPart } from '#shared/session/message.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'

/**
 * A call that was answered. `effect`: `changed` is a change that a tool reports, after which every answer may differ;
 * `unknown` is a command or a note, which may have changed something.
 */
export type Made = {
  readonly call: string
  readonly answer: string
  readonly effect: 'none' | 'unknown' | 'changed'
}

/** The calls of one answer of the model, in call order. */
export type Round = readonly Made[]

/** The access of a tool by its name; undefined where there is no such tool. */
export type AccessOf = (tool: string) => 'read' | 'edit' | 'execute' | 'remember' | undefined

/** Answers of the model that take turns are noticed up to this many. */
const LONGEST_PERIOD = 3
/** The number of repetitions at which the model is warned. */
const TOLD_AT = 3
/** Maximum executions of the same call with the same answer. */
export const MOST_REPEATED = 4
/** The result of a call that is not carried out again. */
export const NOT_AGAIN = `(not carried out: the same call was made ${MOST_REPEATED} times with the same answer)`
/** Number of recent answers examined. */
const MOST_ROUNDS = LONGEST_PERIOD * (MOST_REPEATED + 1)

/** Tools that follow something outside: an equal answer is no repetition. */
const FOLLOWS: ReadonlySet<string> = new Set(['job'])

/** Whether a call follows something that runs, which may stay quiet for long. */
export const isFollowing = ({ name }: Pick<ToolCallPart, 'name'>): boolean => FOLLOWS.has(name)

/** A call without its id: its tool and its arguments with sorted keys. The label of a command does not count. */
export function callKey({ name, args }: Pick<ToolCallPart, 'name' | 'args'>): string {
  return `${name} ${JSON.stringify(sorted(name === 'bash' ? withoutLabel(args) : args))}`
}

function withoutLabel(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || !('description' in args)) return args
  const { description: _, ...rest } = args
  return rest
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

/**
 * The newest answered calls of a run, oldest first, since the last one that changed a file. Calls of an answer that
 * still waits for a result are left out.
 */
export function roundsMade(
  path: readonly DurableEvent[],
  runId: RunId,
  accessOf: AccessOf,
): readonly Round[] {
  const rounds: Round[] = []
  const answers = new Map<string, Message>()
  for (let at = path.length - 1; at >= 0 && rounds.length < MOST_ROUNDS; at -= 1) {
    const event = path[at]
    if (event?.kind !== 'message') continue
    const { message } = event.payload
    if (event.runId !== runId || message.role === 'user') break
    if (message.tool !== undefined) answers.set(message.tool.callId, message)
    if (message.role !== 'assistant') continue
    const round = roundOf(toolCallsOf(message), answers, accessOf)
    answers.clear()
    if (round === null) continue
    const since = sinceChange(round)
    if (since.length > 0) rounds.unshift(since)
    if (since !== round) break
  }
  return rounds
}

/** The calls of one answer with their results; null where there is no call, or where a result is missing. */
export function roundOf(
  calls: readonly ToolCallPart[],
  answers: ReadonlyMap<string, Message>,
  accessOf: AccessOf,
): Round | null {
  const counted = calls.filter((call) => !isFollowing(call))
  const round = counted.flatMap((call) => {
    const answer = answers.get(call.callId)
    return answer === undefined ? [] : [madeOf(call, answer, accessOf)]
  })
  return round.length === 0 || round.length < counted.length ? null : round
}

/** The calls behind the last change of a file. The same round where nothing was changed. */
export function sinceChange(round: Round): Round {
  const last = round.findLastIndex(({ effect }) => effect === 'changed')
  return last === -1 ? round : round.slice(last + 1)
}

/** One call with its answer. */
export function madeOf(call: ToolCallPart, answer: Message, accessOf: AccessOf): Made {
  return { call: callKey(call), answer: textOf(answer), effect: effectOf(answer, accessOf(call.name)) }
}

function effectOf({ tool, ...answer }: Message, access: ReturnType<AccessOf>): Made['effect'] {
  if (tool === undefined || tool.synthetic !== undefined || access === undefined || access === 'read') {
    return 'none'
  }
  // A command that fails may have changed something before.
  if (access !== 'edit') return 'unknown'
  return tool.isError || leftAsItWas({ ...answer, tool }) ? 'none' : 'changed'
}

/** Whether a change put into a file what it held already. */
function leftAsItWas({ tool }: Message): boolean {
  const details = tool?.details
  if (details?.kind !== 'write' && details?.kind !== 'edit') return false
  const isNew = details.kind === 'write' && details.created
  return !isNew && details.diff.added + details.diff.removed === 0
}

/**
 * Returns how often each call had the same answer without a change in between. A new command may have changed
 * something, so counts restart after it.
 */
export function timesMade(rounds: readonly Round[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  const newest = new Map<string, string>()
  const known = new Set<string>()
  for (const round of rounds) {
    const own = new Set(round.map(({ call }) => call))
    const isNew = ({ call, answer, effect }: Made) => effect === 'unknown' && !known.has(`${call}\n${answer}`)
    if (round.some(isNew)) for (const call of times.keys()) if (!own.has(call)) times.delete(call)
    for (const { call, answer } of round) {
      if (answer === NOT_AGAIN) continue
      times.set(call, newest.get(call) === answer ? (times.get(call) ?? 0) + 1 : 1)
      newest.set(call, answer)
      known.add(`${call}\n${answer}`)
    }
  }
  // Answers that take turns are counted as one: each of their commands is new the first time.
  const inTurns = timesInTurns(rounds)
  for (const { call } of rounds.slice(-inTurns.period).flat()) {
    times.set(call, Math.max(times.get(call) ?? 0, inTurns.times))
  }
  return times
}

/** Returns how often the newest answers repeated in order with equal results, with periods up to three. */
function timesInTurns(rounds: readonly Round[]): { readonly times: number; readonly period: number } {
  const units = rounds.map((round) => JSON.stringify(round.map(({ call, answer }) => [call, answer])))
  let most = { times: Math.min(1, units.length), period: 1 }
  for (let period = 1; period <= LONGEST_PERIOD; period += 1) {
    const times = timesOf(units, period)
    if (times > most.times) most = { times, period }
  }
  return most
}

function timesOf(units: readonly string[], period: number): number {
  let same = 0
  while (
    same < units.length - period &&
    units[units.length - 1 - same] === units[units.length - 1 - same - period]
  ) {
    same += 1
  }
  return units.length < period ? 0 : Math.floor((same + period) / period)
}

/** The calls of the newest round that were now made for the third time, each once. */
export function callsToTell(rounds: readonly Round[]): readonly string[] {
  const before = timesMade(rounds.slice(0, -1))
  const now = timesMade(rounds)
  const calls = new Set((rounds.at(-1) ?? []).map(({ call }) => call))
  return [...calls].filter((call) => (now.get(call) ?? 0) >= TOLD_AT && (before.get(call) ?? 0) < TOLD_AT)
}

/** Whether this call would be made once more than the same call may be. */
export function isTooOften(times: ReadonlyMap<string, number>, call: string): boolean {
  return (times.get(call) ?? 0) >= MOST_REPEATED
}
