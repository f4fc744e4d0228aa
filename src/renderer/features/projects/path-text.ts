/** Writes a path under the home folder with a `~`. */
export function withTilde(path: string, home: string): string {
  if (path === home) return '~'
  const rest = path.slice(home.length)
  return home !== '' && path.startsWith(home) && /^[\\/]/.test(rest) ? `~${rest}` : path
}

/** What several completions have in common, if it says more than was typed; else the typed text. */
export function sharedStart(typed: string, candidates: readonly string[]): string {
  const [first, ...others] = candidates
  if (first === undefined) return typed
  let length = first.length
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1
  }
  return length > typed.length ? first.slice(0, length) : typed
}

/** The candidate that a small slip away from what was typed, or null. */
export function nearest(typed: string, candidates: readonly string[]): string | null {
  const wanted = lastPart(typed).toLocaleLowerCase()
  const ranked = candidates
    .map((path) => ({ path, slips: slipsBetween(wanted, lastPart(path).toLocaleLowerCase()) }))
    .toSorted((left, right) => left.slips - right.slips)
  const best = ranked[0]
  return best !== undefined && best.slips <= Math.max(1, Math.floor(wanted.length / 4)) ? best.path : null
}

/** The part of a path before its last name, with its separator. */
export function parentPart(path: string): string {
  return path.slice(0, path.length - lastPart(path).length)
}

function lastPart(path: string): string {
  return /[^\\/]*$/.exec(path)?.[0] ?? ''
}

/** How many letters must be put in, left out or changed to come from one word to the other. */
function slipsBetween(from: string, to: string): number {
  let before = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const change = (before[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      now.push(Math.min(change, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1))
    }
    before = now
  }
  return before[to.length] ?? 0
}
