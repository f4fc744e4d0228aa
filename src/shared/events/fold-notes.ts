import type { SessionNote } from '../session/notes/note.ts'
import type { DurableEventOf } from './event.ts'

/** Follows the notes of a session, by their keys. They belong to the session: no branch takes them back. */
export function foldNotes(
  notes: readonly SessionNote[],
  { payload, ts }: DurableEventOf<'note.changed'>,
): readonly SessionNote[] {
  const { key, content, by } = payload
  const others = notes.filter((note) => note.key !== key)
  if (content === null) return others.length === notes.length ? notes : others
  const note: SessionNote = { key, content, by, changedAt: ts }
  const at = others.findIndex((other) => other.key > key)
  return at < 0 ? [...others, note] : [...others.slice(0, at), note, ...others.slice(at)]
}
