import type { TouchingRun } from '#shared/checkpoint/checkpoint.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { EventReader } from '../../log/event-reader.ts'
import type { BegunRestore } from '../touched-files.ts'

/** Characters of the person's message, to tell runs apart. */
const TEXT_CHARS = 160

/** Creates the lookup of runs that changed files, oldest first. */
export function createRunsOf(reader: Pick<EventReader, 'firstOfRun'>) {
  return (runIds: readonly RunId[]): TouchingRun[] =>
    runIds
      .map((runId): TouchingRun => {
        const first = reader.firstOfRun(runId)
        const message = first?.kind === 'message' ? first.payload.message : null
        const text = message?.role === 'user' ? textOf(message).trim().slice(0, TEXT_CHARS) : ''
        return { runId, eventId: first?.id ?? null, at: first?.ts ?? 0, text }
      })
      .sort((one, other) => one.at - other.at)
}

/** Creates the lookup of the last restore in a session without an end. */
export function createBegunIn(reader: Pick<EventReader, 'newestOfKind'>) {
  return (sessionId: SessionId): BegunRestore | null => {
    const begun = reader.newestOfKind(sessionId, 'restore.begun')
    if (begun?.kind !== 'restore.begun') return null
    const ended = reader.newestOfKind(sessionId, 'restore.ended')
    if (ended !== null && ended.seq > begun.seq) return null
    return { begun: begun.id, ...begun.payload }
  }
}
