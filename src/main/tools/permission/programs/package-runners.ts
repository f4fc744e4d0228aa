/** Programs that run a program of a package or an environment, and the subcommands with which they do. */
const RUNNERS: ReadonlyMap<string, ReadonlySet<string> | null> = new Map([
  ...['npx', 'bunx', 'uvx', 'pnpx', 'dotenv'].map((name): [string, null] => [name, null]),
  ...['npm', 'pnpm', 'yarn', 'bun'].map((name): [string, ReadonlySet<string>] => [
    name,
    new Set(['exec', 'dlx', 'x']),
  ]),
  ['uv', new Set(['run'])],
  ['poetry', new Set(['run'])],
  ['pdm', new Set(['run'])],
  ['pipenv', new Set(['run'])],
  ['pipx', new Set(['run'])],
  ['hatch', new Set(['run'])],
  ['rye', new Set(['run'])],
  ['bundle', new Set(['exec'])],
  ['mise', new Set(['exec', 'x'])],
  ['direnv', new Set(['exec'])],
])

const PYTHON = /^python(\d(\.\d+)?)?$/
const MOST_RUNNERS = 4

/** Returns the words of the program that runners such as `npx`, `uv run` and `python -m` start. */
export function withoutRunners(given: readonly string[]): readonly string[] {
  let words = given
  for (let depth = 0; depth < MOST_RUNNERS; depth += 1) {
    const inner = insideOf(words)
    if (inner === null) return words
    words = inner
  }
  return words
}

function insideOf(words: readonly string[]): readonly string[] | null {
  const [name = '', sub = ''] = words
  if (PYTHON.test(name)) {
    const at = words.indexOf('-m')
    const [module, ...rest] = words.slice(at + 1)
    return at > 0 && module !== undefined ? [module.replaceAll('_', '-'), ...rest] : null
  }
  const subcommands = RUNNERS.get(name)
  if (subcommands === undefined) return null
  if (subcommands !== null && !subcommands.has(sub)) return null
  let at = subcommands === null ? 1 : 2
  while (words[at]?.startsWith('-') === true) at += 1
  const inner = words.slice(at)
  // The name may carry a version: `prettier@3`.
  const first = inner[0]?.replace(/(?<=.)@.*$/, '').replace(/^@(?:([^/]*)\/cli$|[^/]*\/)/, '$1')
  // npm takes the first `--` for itself.
  const dashes = name === 'npm' ? inner.indexOf('--') : -1
  const args = inner.slice(1).filter((_, at) => at + 1 !== dashes)
  return first === undefined ? null : [first, ...args]
}
