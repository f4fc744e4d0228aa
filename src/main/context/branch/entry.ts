import type { Placement } from '#shared/context/harness-item.ts'
import type { TraceRow } from '#shared/context/trace.ts'
import type { CallId, EventId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'

/** A stored message on its way to the model. `merged` are the items whose words were added to its end. */
export type MessageEntry = {
  readonly from: 'message'
  readonly eventId: EventId
  readonly message: Message
  readonly merged: readonly ItemEntry[]
}

/** A stored harness item, rendered. */
export type ItemEntry = {
  readonly from: 'item'
  readonly eventId: EventId
  readonly message: Message
  readonly kind: string
  readonly role: 'user' | 'system'
  readonly placement: Placement
  readonly mustKeep: boolean
}

/** The summary that replaces earlier events. */
export type SummaryEntry = { readonly from: 'summary'; readonly eventId: EventId; readonly message: Message }

/** A message added by a stage to make the request valid or clear, without an event. */
export type MadeEntry = { readonly from: 'made'; readonly eventId: null; readonly message: Message }

/** One message of the request in the making. Its `message` is the stored object itself unless a stage changed it. */
export type Entry = MessageEntry | ItemEntry | SummaryEntry | MadeEntry

/** A stage's outcome for an event that would otherwise count as kept. The last verdict wins. */
export type Verdict = {
  readonly eventId: EventId
  readonly outcome: TraceRow['outcome']
  readonly rule: string
}

/** The result of a stage: the remaining entries and its verdicts. */
export type Staged<T> = { readonly entries: readonly T[]; readonly verdicts: readonly Verdict[] }

/** A message of one piece of text. */
export function textMessage(role: Message['role'], text: string): Message {
  return { role, parts: [{ t: 'text', text }] }
}

/** The call a message is the result of, or null when it is not a result. */
export function answeredCall({ role, tool }: Message): CallId | null {
  return role === 'tool' && tool !== undefined ? tool.callId : null
}
