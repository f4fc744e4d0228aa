import type { DurableEvent } from '#shared/events/event.ts'
import { PROGRESS_NOTE } from '#shared/session/notes/note.ts'
import { forgetsNotes, notesReminder } from '../../context/updates/notes-reminder.ts'
import type { Inbox } from '../run/inbox.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'

type Deps = {
  readonly log: RunLog
  readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
  /** Whether the model has the tool that writes notes. */
  readonly isOffered: () => boolean
}

/** Reminds an agent of its note of progress, between two requests of its run. */
export function notesReminders({ log, pathOf, isOffered }: Deps): Pick<Inbox, 'has' | 'take'> {
  const has = (run: RunHandle): boolean => forgetsNotes(pathOf(run), run.runId) && isOffered()
  return {
    has,
    take: (run) => {
      if (!has(run)) return
      const isKept = log.folds(run.sessionId).notes.some(({ key }) => key === PROGRESS_NOTE)
      run.publish([{ kind: 'harness.item', payload: notesReminder({ isKept }) }])
    },
  }
}
