/** Everything that a reader may take for the end of a line. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** Quotes a foreign text for an agent, so that no line of it looks like a line of the message around it. */
export const quoted = (text: string): string =>
  text
    .split(LINE_END)
    .map((line) => `> ${line}`)
    .join('\n')

/** Puts a foreign name in one line. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
