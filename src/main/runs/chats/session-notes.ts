import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { NoteAuthor, NoteChange, SessionNote } from '#shared/session/notes/note.ts'
import { MOST_NOTES } from '#shared/session/notes/note-key.ts'
import { notesItem, untoldNotes } from '../../context/branch/notes.ts'
import type { PathOf } from '../run/closing.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'

type Deps = {
  readonly log: RunLog
  readonly pathOf: PathOf
  /** True for words that hold a secret. */
  readonly isSecret: (text: string) => boolean
}

/** The notes of sessions: written by the person and by agents, and told to agents before their next request. */
export function createSessionNotes({ log, pathOf, isSecret }: Deps) {
  const all = (sessionId: SessionId): readonly SessionNote[] => log.folds(sessionId).notes

  /** The event of a change, or null when it would change nothing. Throws for what may not be kept. */
  const eventOf = (sessionId: SessionId, change: NoteChange, by: NoteAuthor): NewDurableEvent | null => {
    const { key, content } = change
    const notes = all(sessionId)
    const there = notes.find((note) => note.key === key)
    if ((there?.content ?? null) === content) return null
    if (content !== null && isSecret(`${key}\n${content}`)) {
      throw AppError.saying('memory.refused', say('notes.secret'))
    }
    if (content !== null && there === undefined && notes.length >= MOST_NOTES) {
      throw AppError.saying('limit.exceeded', say('notes.tooMany', { count: String(MOST_NOTES) }))
    }
    return { kind: 'note.changed', payload: { key, content, by } }
  }

  const untold = (run: RunHandle): readonly NoteChange[] => {
    const { contexts, notes } = log.folds(run.sessionId)
    return untoldNotes(pathOf(run.sessionId, run.contextId), contexts[run.contextId]?.notes ?? [], notes)
  }

  return {
    /** A change by the person. The agent hears of it before its next request. */
    set: (sessionId: SessionId, change: NoteChange): void => {
      const event = eventOf(sessionId, change, 'person')
      if (event !== null) log.publish(sessionId, [event])
    },
    /** The notes as a tool of a run reaches them. */
    of: (run: RunHandle) => ({
      all: () => all(run.sessionId),
      set: (change: NoteChange): void => {
        const event = eventOf(run.sessionId, change, 'agent')
        if (event !== null) run.publish([event])
      },
    }),
    /** True when notes changed that the model of a run has not been told of. */
    has: (run: RunHandle): boolean => untold(run).length > 0,
    /** Tells it, between two requests. */
    take: (run: RunHandle): void => {
      const changes = untold(run)
      if (changes.length > 0) run.publish([{ kind: 'harness.item', payload: notesItem(changes) }])
    },
  }
}

export type SessionNotes = ReturnType<typeof createSessionNotes>
