/** Writes a path under the home folder with a `~`. */
export function withTilde(path: string, home: string): string {
  if (path === home) return '~'
  const rest = path.slice(home.length)
  return home !== '' && path.startsWith(home) && /^[\\/]/.test(rest) ? `~${rest}` : path
}

/** Returns the common prefix of completions if it is longer than the typed text; else the typed text. */
export function sharedStart(typed: string, candidates: readonly string[]): string {
  const [first, ...others] = candidates
  if (first === undefined) return typed
  let length = first.length
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1
  }
  return length > typed.length ? first.slice(0, length) : typed
}
