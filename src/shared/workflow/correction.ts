const HEAD = 'Your answer does not fit what was asked for:\n'
const FOOT = '\nCorrect it and call `answer` again.'
const LINE = '- '

/** Returns the message to an agent whose answer is invalid, one problem a line. */
export function correctionText(problems: readonly string[]): string {
  return `${HEAD}${problems.map((problem) => LINE + problem).join('\n')}${FOOT}`
}

/**
 * Returns the problems in a correction message, or null for other messages. Windows show it as an app
 * message, because no person wrote it.
 */
export function problemsIn(text: string): readonly string[] | null {
  if (!text.startsWith(HEAD + LINE) || !text.endsWith(FOOT)) return null
  return text.slice(HEAD.length + LINE.length, -FOOT.length).split(`\n${LINE}`)
}
