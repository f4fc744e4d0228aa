import type { Decision } from './decision-rows.ts'

/** Lines of all rejected changes that the agent reads. */
const MOST_LINES = 80

/** Writes what an agent reads about its rejected changes. */
export function rejectionText(decisions: readonly Decision[]): string {
  const done = decisions.filter(({ state }) => state === 'done')
  const missed = decisions.filter(({ state }) => state === 'missed')
  return [
    ...(done.length === 0
      ? []
      : [
          'The person reviewed your changes and turned these down. The files no longer have them. Do not make them again unless you are asked to:',
          ...listed(done, MOST_LINES),
        ]),
    ...(missed.length === 0
      ? []
      : [
          'The person turned these changes down too, but the lines have changed since and are still in the files:',
          ...missed.map(({ path, anchor }) => `- ${path}, near line ${anchor.start + 1}`),
        ]),
  ].join('\n')
}

function listed(decisions: readonly Decision[], most: number): readonly string[] {
  let left = most
  return decisions.flatMap(({ path, anchor }) => {
    const head = `- ${path}, line ${anchor.start + 1}`
    // After the revert, `old` holds the rejected lines and `text` those that are in the file again.
    const diff = [...marked('-', anchor.old), ...marked('+', anchor.text)]
    const shown = diff.slice(0, Math.max(0, left))
    left -= diff.length
    const rest = diff.length - shown.length
    return [head, ...shown, ...(rest > 0 ? [`  (${rest} more lines)`] : [])]
  })
}

/** Lines as text; the store holds one letter for each byte. */
const marked = (mark: string, lines: readonly string[]): readonly string[] =>
  lines.map(
    (line) =>
      `  ${mark}${Buffer.from(line, 'latin1')
        .toString('utf8')
        .replace(/\r?\n$/, '')}`,
  )
