/** The most a note may hold, in UTF-16 units, and the most notes of one session. */
export const NOTE_LENGTH = 4_000
export const MOST_NOTES = 50

/** Whether a text is a valid note name: letters and digits of any script, one line of at most 64. */
export function isNoteKey(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._/-]{0,63}$/u.test(text)
}
