/** The most characters of a line about a chat. The first page reads it, so it stands apart from schemas. */
export const LINE_CHARS = 40
