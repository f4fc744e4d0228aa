import { packageName } from './launched-programs.ts'

/** Subcommands of package managers with which a package gets its place. */
const PLACES =
  /^(i|in|ins|inst|insta|instal|install|isnt|isnta|isntal|isntall|add|up|update|upgrade|udpate|rebuild|rb|it)$/
const EVERYWHERE = /^(-[a-zA-Z]*g[a-zA-Z]*|--global|--location=global)$/
const EVERYWHERE_VARIABLE = /^npm_config_(global=(?!false$|$)|location=global$)/i

/** Package managers whose programs go to a folder of the project unless an option says otherwise. */
const OF_PROJECTS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'bun', 'cnpm'])

/** Returns whether arguments install a program for the person, by the name of the package manager. */
const INSTALLS: ReadonlyMap<string, (operands: readonly string[], options: readonly string[]) => boolean> =
  new Map([
    ['yarn', ([first, ...others]) => first === 'global' && others.some(isPlacing)],
    ['pip', (operands, options) => operands.includes('install') && options.includes('--user')],
    ['pip3', (operands, options) => operands.includes('install') && options.includes('--user')],
    [
      'pipx',
      ([first = '']) => /^(install(-all)?|inject|upgrade(-all)?|reinstall(-all)?|ensurepath)$/.test(first),
    ],
    ['uv', ([first, second = '']) => first === 'tool' && /^(install|upgrade|update-shell)$/.test(second)],
    [
      'cargo',
      ([first], options) =>
        /^b?install$/.test(first ?? '') && !options.some((each) => /^--(list|root)\b/.test(each)),
    ],
    ['go', ([first, ...others]) => first === 'install' && others.some((each) => each.includes('@'))],
    [
      'dotnet',
      (operands, options) => operands[0] === 'tool' && options.some((each) => /^(-g|--global)$/.test(each)),
    ],
    [
      'deno',
      ([first], options) =>
        first === 'install' && options.some((each) => /^(-[a-zA-Z]*g|--global$)/.test(each)),
    ],
  ])

/** Whether a variable makes a package manager install programs for the person. */
export const placesEverywhere = (assignment: string): boolean => EVERYWHERE_VARIABLE.test(assignment)

const isPlacing = (word: string): boolean => PLACES.test(word)
const isOption = (word: string): boolean => word.startsWith('-')

/**
 * Whether a command puts programs into a folder where shells of the person find them, perhaps in place of another program
 * of that name.
 */
export function installsPrograms(words: readonly string[], assignments: readonly string[]): boolean {
  const name = packageName(words[0] ?? '')
  const args = words.slice(1)
  const operands = args.filter((arg) => !isOption(arg))
  if (!OF_PROJECTS.has(name)) return INSTALLS.get(name)?.(operands, args.filter(isOption)) === true
  if (operands.some((each) => /^(link|ln)$/.test(each))) return linksHere(operands)
  const isEverywhere =
    args.some((arg, at) => EVERYWHERE.test(arg) || (arg === '--location' && args[at + 1] === 'global')) ||
    assignments.some(placesEverywhere)
  return isEverywhere && operands.some(isPlacing)
}

/** `npm link` puts the programs of this package or of another folder into the common folder; `npm link name` uses one. */
function linksHere(operands: readonly string[]): boolean {
  const [first, ...linked] = operands
  return (
    /^(link|ln)$/.test(first ?? '') && (linked.length === 0 || linked.some((each) => /^[./~]/.test(each)))
  )
}
