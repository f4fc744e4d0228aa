import { z } from 'zod'
import { Millis, type ProjectId, type SessionId } from '../../ids.ts'
import { isNoteKey, NOTE_LENGTH } from './note-key.ts'

export const NoteKey = z
  .string()
  .trim()
  .refine(isNoteKey, 'Use up to 64 letters, digits, spaces, and . _ / -')

export const NoteContent = z.string().trim().min(1).max(NOTE_LENGTH)

/** A note without its author. */
export const NoteText = z.strictObject({ key: z.string(), content: z.string() })
export type NoteText = z.infer<typeof NoteText>

export const NoteAuthor = z.enum(['person', 'agent'])
export type NoteAuthor = z.infer<typeof NoteAuthor>

/** One note of a session: words that stay when the conversation grows long, for all its agents. */
export const SessionNote = NoteText.extend({ by: NoteAuthor, changedAt: Millis })
export type SessionNote = z.infer<typeof SessionNote>

/** A note by its chat and its name. */
export type NotePlace = { readonly sessionId: SessionId; readonly key: string }

/** A note among those of all chats. `title` is of its chat. One that was taken away has the words it had last. */
export type NoteHit = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId | null
  readonly title: string | null
  readonly note: SessionNote
  readonly gone: boolean
}

/** Notes that were found, how many of them there are, how many notes there are at all, and how many were taken away. */
export type NoteHits = {
  readonly hits: readonly NoteHit[]
  readonly total: number
  readonly all: number
  readonly gone: number
}

/**
 * A version of a note after one change; null for a removal. `seq` is the position of the change in the log.
 */
export type NoteVersion = {
  readonly seq: number
  readonly content: string | null
  readonly by: NoteAuthor
  readonly at: Millis
}

/** A note that was written, or taken away when there is no content. */
export const NoteChange = z.strictObject({ key: z.string(), content: z.string().nullable() })
export type NoteChange = z.infer<typeof NoteChange>

/** The tool that writes notes, and what it takes. What an agent wrote itself is read off its calls. */
export const NOTES_SET = 'notes_set'
export const NoteWritten = z.strictObject({ key: NoteKey, content: NoteContent.nullable() })

/**
 * The note in which an agent keeps how far it has come. What was said before it was last written may give way to the
 * notes when the conversation grows long.
 */
export const PROGRESS_NOTE = 'progress'
