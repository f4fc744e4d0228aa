import type { Message } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'

/** Ids of calls in the form a protocol accepts, each used once in a request. */
export type CallIds = {
  /** Returns the wire id of a new call. */
  readonly open: (callId: string) => string
  /** Returns the wire id of the newest call with this id. */
  readonly of: (callId: string) => string
}

/** Keeps ids that match `form` and are not taken yet, and replaces all others by numbered ones. */
export function createCallIds(form: RegExp): CallIds {
  const current = new Map<string, string>()
  const used = new Set<string>()
  return {
    open: (callId) => {
      const fits = form.test(callId) && !used.has(callId)
      let id = callId
      for (let n = used.size + 1; !fits && (id === callId || used.has(id)); n += 1) id = `call_${n}x`
      used.add(id)
      current.set(callId, id)
      return id
    },
    of: (callId) => current.get(callId) ?? callId,
  }
}

/** Returns the ids of all calls of a conversation. */
export function callIdsIn(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(messages.flatMap((message) => toolCallsOf(message).map((call) => call.callId)))
}

/** Nine letters and digits: the one form of id that every provider takes. It only tells the calls of one chat apart. */
export function newCallId(): string {
  return Math.random().toString(36).slice(2).padEnd(9, '0').slice(0, 9)
}
