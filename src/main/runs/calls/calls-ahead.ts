import type { NewDurableEvent } from '#shared/events/event.ts'
import type { CallId, EventId } from '#shared/ids.ts'
import { parseJson } from '#shared/parse-json.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import type { FileStamp } from '../../tools/tool.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { ToolCallDeps } from './calling.ts'
import { callParts } from './read-calls.ts'
import { runOutright } from './tool-call.ts'

/** In UTF-16 units. Calls that only look take less. */
const LONGEST_ARGS = 32_000
/** Maximum attempts to parse the arguments of an incomplete call. */
const MOST_TRIES = 50

/** A call as written so far. */
export type WrittenCall = { readonly callId: CallId; readonly name: string; readonly text: string }

/** A call that has begun: where its answer will be stored, and the answer, which is null when it may not act yet. */
export type BegunCall = { readonly eventId: EventId; readonly answer: Promise<NewDurableEvent | null> }

type Begun = BegunCall & {
  readonly name: string
  readonly args: string
  readonly stop: AbortController
  /** Files it read. They count once the model gets the result. */
  readonly seen: (readonly [path: string, stamp: FileStamp])[]
}

/**
 * Starts read-only calls while their answer is still streaming. Nothing is stored before the answer is
 * complete; if it breaks off, their results are dropped.
 */
export function createCallsAhead(deps: ToolCallDeps, run: RunHandle) {
  const begun = new Map<CallId, Begun>()
  // The effects of hooks on a call that is later dropped could not be undone.
  const isHooked = deps.hooks.has('tool.before') || deps.hooks.has('tool.after')
  const mayBegin = ({ name }: Pick<WrittenCall, 'name'>): boolean =>
    deps.tools.find((tool) => tool.name === name)?.early === true

  const tries = new Map<CallId, number>()
  /** A call once its arguments are whole. Long ones are left for later: looking costs time for each piece. */
  const wholeCall = ({ callId, name, text }: WrittenCall): ToolCallPart | null => {
    if (text.length > LONGEST_ARGS || !text.trimEnd().endsWith('}')) return null
    const tried = tries.get(callId) ?? 0
    tries.set(callId, tried + 1)
    const args = tried < MOST_TRIES ? wholeArgs(text) : null
    if (args === null) return null
    const part = { t: 'tool_call', callId, name, args } as const
    const read = callParts(
      { part, text, used: new Set() },
      {
        offered: deps.offered(),
        deferred: deps.deferred(),
        lengthLimit: null,
      },
    )
    return read.length === 1 && mayBegin(read[0] ?? part) ? (read[0] ?? null) : null
  }

  const begin = (call: ToolCallPart): void => {
    const stop = new AbortController()
    const eventId = deps.newId('event')
    const seen: Begun['seen'] = []
    const lookingOnly: ToolCallDeps = {
      ...deps,
      contextFor: (...of) => {
        const context = deps.contextFor(...of)
        return { ...context, reads: { ...context.reads, note: (...read) => void seen.push(read) } }
      },
    }
    const alone = { ...run, signal: AbortSignal.any([run.signal, stop.signal]), publish: refuse }
    const answer = runOutright(lookingOnly, alone, { call, eventId, prior: null })
    // Heard when it is taken; until then a failure must not count as unheard.
    answer.catch(() => {})
    begun.set(call.callId, { eventId, answer, name: call.name, args: JSON.stringify(call.args), stop, seen })
  }

  return {
    /** Begins what it may of the calls written so far. Nothing overtakes a call that acts or is not whole yet. */
    look: (calls: readonly WrittenCall[]): void => {
      if (isHooked) return
      for (const call of calls) {
        if (begun.has(call.callId)) continue
        const whole = wholeCall(call)
        if (whole === null) return
        begin(whole)
      }
    },
    /** The call as it was begun; null when it was not, or when the model then wrote something else. */
    take: ({ callId, name, args }: ToolCallPart): BegunCall | null => {
      const found = begun.get(callId)
      if (found === undefined || found.name !== name || found.args !== JSON.stringify(args)) return null
      begun.delete(callId)
      const { reads } = deps.contextFor(run, callId, found.eventId)
      const answer = found.answer.then((answered) => {
        for (const read of found.seen) reads.note(...read)
        return answered
      })
      return { eventId: found.eventId, answer }
    },
    /** Aborts unclaimed calls and waits for their end. */
    drop: async (): Promise<void> => {
      for (const { stop } of begun.values()) stop.abort()
      await Promise.allSettled([...begun.values()].map(({ answer }) => answer))
      begun.clear()
    },
  }
}

export type CallsAhead = ReturnType<typeof createCallsAhead>

function refuse(): never {
  throw new Error('A call that began early must not store anything.')
}

/** Returns the arguments once they are complete: a closed object cannot continue. */
function wholeArgs(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
