/** Returns the words for the model about a search that failed in whole or in part. `problem` is what ripgrep printed. */
export function searchProblem(problem: string): string {
  if (/exceeds size limit/.test(problem)) {
    return 'The pattern is too large for a search. Use smaller repeat counts, or search for a part of it.'
  }
  if (/error parsing glob/.test(problem)) {
    return '`include` is no pattern for file names. Write it like `*.ts` or `*.{js,jsx}`.'
  }
  const lines = problem.split('\n').map((line) => line.replace(/^rg: /, '').trim())
  const unread = [...new Set(lines.flatMap((line) => unreadIn(line) ?? []))]
  if (unread.length > 0) {
    const shown = unread.slice(0, MOST_SHOWN).join(', ')
    const more = unread.length > MOST_SHOWN ? ' and others' : ''
    return `What could not be read: ${shown}${more}.`
  }
  if (/^spawn /.test(problem)) return 'The search program could not be started. Use `read` and `list`.'
  const [first = ''] = lines.filter((line) => line !== '')
  return `The search failed: ${first}`
}

/** Maximum number of unreadable files and folders that are named. */
const MOST_SHOWN = 3

const REASONS: readonly (readonly [words: RegExp, reason: string])[] = [
  [/permission denied|not permitted|access is denied/i, 'no permission'],
  [/no such file|cannot find/i, 'gone'],
  [/symbolic link|file system loop/i, 'a link that leads nowhere'],
]

/** The file or folder in an error line, with the reason; null for other lines. */
function unreadIn(line: string): string | null {
  const found = /^(.+?): (?:IO error for operation on .+?: )?([^:]+) \(os error \d+\)$/.exec(line)
  if (found === null) return null
  const [, path = '', words = ''] = found
  const reason = REASONS.find(([each]) => each.test(words))?.[1] ?? words.toLowerCase()
  return `${path.replace(/^\.[\\/]/, '')} (${reason})`
}
