// The dated lines of full bench runs in docs/performance.md.

/** The heading of the lines. */
export const FULL_RUNS = '## Full runs'

/** @typedef {{ name: string, ok?: boolean }} Row */
/** @typedef {{ bench: string, rows: readonly Row[], error?: string }} Result */
/** @typedef {{ at: Date, load: readonly [number, number], node: string, electron: string }} Place */

/**
 * One line about a run: when, on what, and which targets were missed.
 * @param {readonly Result[]} results @param {Place} place @returns {string}
 */
export function lineOf(results, { at, load, node, electron }) {
  const rows = results.flatMap(({ rows }) => rows.filter(({ ok }) => ok !== undefined))
  const missed = rows.filter(({ ok }) => ok === false).map(({ name }) => name.trim())
  const broken = results.filter(({ error }) => error !== undefined).map(({ bench }) => bench)
  const day = at.toISOString().slice(0, 10)
  const loads = load.map((each) => each.toFixed(1)).join(' to ')
  const met = `${rows.length - missed.length} of ${rows.length} targets met`
  const parts = [
    `${day}, load ${loads}, Node ${node}, Electron ${electron}: ${met}.`,
    ...(missed.length === 0 ? [] : [`Missed: ${missed.join('; ')}.`]),
    ...(broken.length === 0 ? [] : [`Did not run: ${broken.join(', ')}.`]),
  ]
  return `- ${parts.join(' ')}`
}

/**
 * Puts a line first under its heading, which is added at the end where it is missing.
 * @param {string} text @param {string} line @returns {string}
 */
export function withFullRun(text, line) {
  const at = text.indexOf(`${FULL_RUNS}\n`)
  if (at < 0) return `${text.trimEnd()}\n\n${FULL_RUNS}\n\n${line}\n`
  const after = at + FULL_RUNS.length + 1
  const rest = text.slice(after).replace(/^\n+/, '')
  return `${text.slice(0, after)}\n${line}\n${rest}`
}
