import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import { NOTES_SET, PROGRESS_NOTE } from '#shared/session/notes/note.ts'
import { roundsWithout } from './rounds-without.ts'

export const NOTES_REMINDER = 'notes-reminder'

/** After so many answers a job is long, and its note of progress is missing or out of date. */
const ROUNDS = 25

/** Whether an agent has worked on for a long time since it last wrote its note of progress. */
export function forgetsNotes(path: readonly DurableEvent[], runId: RunId): boolean {
  return (
    roundsWithout(path, { runId, reminder: NOTES_REMINDER, keeps: writesProgress, most: ROUNDS }) === ROUNDS
  )
}

function writesProgress({ name, args }: ToolCallPart): boolean {
  if (name !== NOTES_SET || typeof args !== 'object' || args === null) return false
  return Reflect.get(args, 'key') === PROGRESS_NOTE
}

/** The line that reminds an agent of its note of progress. `isKept`: whether there is one. */
export function notesReminder({ isKept }: { readonly isKept: boolean }): HarnessItem {
  const state = isKept
    ? `Your note \`${PROGRESS_NOTE}\` has not changed for ${ROUNDS} rounds.`
    : `You have worked for ${ROUNDS} rounds without a note \`${PROGRESS_NOTE}\`.`
  return {
    kind: NOTES_REMINDER,
    origin: 'system',
    content: `${state} If much is left to do, write it with \`${NOTES_SET}\`: what was asked, done, decided and found out, and what comes next.`,
    visibility: 'hidden',
    lifetime: 'session',
    placement: 'in-place',
  }
}
