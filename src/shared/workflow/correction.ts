const HEAD = 'Your answer does not fit what was asked for:\n'
const FOOT = '\nCorrect it and call `answer` again.'
const LINE = '- '

/** What an agent is told whose answer does not fit, one problem a line. */
export function correctionText(problems: readonly string[]): string {
  return `${HEAD}${problems.map((problem) => LINE + problem).join('\n')}${FOOT}`
}

/** What such a message says is wrong, or null when it is none. A window shows it as what it is: nobody wrote it. */
export function problemsIn(text: string): readonly string[] | null {
  if (!text.startsWith(HEAD + LINE) || !text.endsWith(FOOT)) return null
  return text.slice(HEAD.length + LINE.length, -FOOT.length).split(`\n${LINE}`)
}
