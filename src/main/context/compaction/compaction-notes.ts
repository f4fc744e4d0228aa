import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { NOTES_SET, type NoteText, NoteWritten, PROGRESS_NOTE } from '#shared/session/notes/note.ts'
import { cutPath } from '../branch/cut.ts'
import { noteLines } from '../branch/notes.ts'
import type { CountText } from '../budget/count-tokens.ts'
import type { CompactionPlan } from './compaction-plan.ts'

/** Minimum length of a progress note to resume from. */
const LEAST_PROGRESS = 40
/** Maximum share of notes in a summary, so that the person's messages fit too. */
const NOTES_SHARE = 0.6

/**
 * Returns the part of a branch covered by an agent's notes: the answer to its last progress note. Null when
 * there is none since the last compaction, or the note is too short or was replaced.
 */
export function coveredByNotes(
  path: readonly DurableEvent[],
  notes: readonly NoteText[],
  countText: CountText,
): EventId | null {
  const progress = notes.find(({ key }) => key === PROGRESS_NOTE)
  if (progress === undefined || countText(progress.content) < LEAST_PROGRESS) return null
  const { events } = cutPath(path)
  const calls = new Set(
    events.flatMap((event) =>
      event.kind === 'message' && event.payload.message.role === 'assistant'
        ? toolCallsOf(event.payload.message)
            .filter(({ name, args }) => name === NOTES_SET && isAccount(args, progress.content))
            .map(({ callId }) => callId)
        : [],
    ),
  )
  const answer = events.findLast(
    (event) =>
      event.kind === 'message' &&
      event.payload.message.tool?.isError === false &&
      calls.has(event.payload.message.tool.callId),
  )
  return answer?.id ?? null
}

/** The notes a compaction carries: all of them, or none when they would leave no room for its summary. */
export function carriedNotes(
  notes: readonly NoteText[],
  { summaryTokens }: Pick<CompactionPlan, 'summaryTokens'>,
  countText: CountText,
): { readonly notes: readonly NoteText[]; readonly tokens: number } {
  const carried = notes.map(({ key, content }) => ({ key, content }))
  const tokens = countText(noteLines(carried))
  return notes.length === 0 || tokens > NOTES_SHARE * summaryTokens ? NONE : { notes: carried, tokens }
}

const NONE = { notes: [], tokens: 0 } as const

function isAccount(args: unknown, content: string): boolean {
  const written = NoteWritten.safeParse(args)
  return written.success && written.data.key === PROGRESS_NOTE && written.data.content === content
}
