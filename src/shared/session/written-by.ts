import type { DurableEvent, DurableEventOf } from '../events/event.ts'
import type { EventId } from '../ids.ts'
import type { SessionRecord } from './session.ts'
import { WRITERS, type Writer } from './writer.ts'

/** Logs of earlier versions do not say who wrote what; `task` is the message of such a log that was its work. */
export function writerOf({ id, payload }: DurableEventOf<'message'>, task: EventId | null): Writer {
  const named = WRITERS.find((writer) => writer === payload.origin?.channel)
  if (named !== undefined) return named
  return id === task ? 'employer' : 'person'
}

/**
 * The message with which the work of an agent begins; null for a chat, for a copy of one that the person gave its task,
 * and where the beginning of the log is not at hand.
 */
export function taskIn(
  path: readonly DurableEvent[],
  session: Pick<SessionRecord, 'kind' | 'task'> | null,
): EventId | null {
  const isAtHand = path[0] !== undefined && path[0].parentId === null
  if (session?.kind !== 'child' || !isAtHand || isForkedByPerson(session)) return null
  // Earlier messages were copied from the parent agent.
  const copied = path.findLastIndex(({ kind, payload }) => kind === 'harness.item' && payload.kind === 'fork')
  if (session.task?.fork === true && copied < 0) return null
  return path.slice(copied + 1).find(isToAgent)?.id ?? null
}

/** The person makes no call: its name was made up for them. */
export const PERSON_CALL = 'fork-'

const isForkedByPerson = ({ task }: Pick<SessionRecord, 'task'>): boolean =>
  task?.fork === true && task.callId.startsWith(PERSON_CALL)

const isToAgent = (event: DurableEvent): boolean =>
  event.kind === 'message' && event.payload.message.role === 'user'
