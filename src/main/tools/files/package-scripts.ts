import { parseJson } from '#shared/parse-json.ts'

/** Whether a path is a file whose scripts package managers run. */
export function isPackageFile(shown: string): boolean {
  return /(^|\/)package\.json$/i.test(shown)
}

/** Keys of `package.json` that start no program in any package manager or hook runner. */
const QUIET_KEYS: ReadonlySet<string> = new Set(
  `name version description keywords author contributors license private type homepage repository bugs funding engines
  os cpu main module browser exports imports types typings files sideEffects browserslist dependencies devDependencies
  peerDependencies peerDependenciesMeta optionalDependencies bundledDependencies`.split(/\s+/),
)

/**
 * Whether a change of `package.json` leaves everything alone that package managers run: scripts, hooks and the like.
 * False for a new file and where one of the texts cannot be read.
 */
export function keepsScripts(before: string, after: string): boolean {
  const [one, other] = [loudPart(before), loudPart(after)]
  return one !== null && one === other
}

/** Whether a command of a package manager changes such a key: `npm pkg set scripts.test=x`. */
export function setsScripts(words: readonly string[]): boolean {
  const [name = '', ...args] = words
  if (!/^(npm|pnpm|cnpm)$/.test(name)) return false
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const at = operands.findIndex((each) => each === 'pkg' || each === 'set-script')
  if (operands[at] === 'set-script') return true
  const [act, ...keys] = at < 0 ? [] : operands.slice(at + 1)
  return (
    (act === 'set' || act === 'delete') &&
    keys.some((key) => !QUIET_KEYS.has(key.replace(/[.[=][\s\S]*$/, '')))
  )
}

function loudPart(text: string): string | null {
  try {
    const value = parseJson(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return JSON.stringify(Object.entries(value).filter(([key]) => !QUIET_KEYS.has(key)))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
