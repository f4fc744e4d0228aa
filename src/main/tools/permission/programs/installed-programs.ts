import { packageName } from './launched-programs.ts'

/** Subcommands of package managers with which a package gets its place. */
const PLACES =
  /^(i|in|ins|inst|insta|instal|install|isnt|isnta|isntal|isntall|add|up|update|upgrade|udpate|rebuild|rb|it)$/
const EVERYWHERE = /^(-[a-fh-zA-Z]*g[a-zA-Z]*|--global|--location=global)$/
const EVERYWHERE_VARIABLE = /^npm_config_(global=(?!false$|$)|location=global$)/i

/** Package managers whose programs go to a folder of the project unless an option says otherwise. */
const OF_PROJECTS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'bun', 'cnpm'])

/** Decides by the operands from the subcommand on, and by all options. */
type Installs = (operands: readonly string[], options: readonly string[]) => boolean

/** Returns whether arguments install a program for the person, by the name of the package manager. */
const INSTALLS: ReadonlyMap<string, Installs> = new Map<string, Installs>([
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
      /^i(nstall)?$/.test(first ?? '') && options.some((each) => /^(-[a-zA-Z]*g|--global$)/.test(each)),
  ],
])

/** Whether a variable makes a package manager install programs for the person. */
export const placesEverywhere = (assignment: string): boolean => EVERYWHERE_VARIABLE.test(assignment)

const isPlacing = (word = ''): boolean => PLACES.test(word)
/** An option, or the toolchain before a subcommand of Cargo. */
const isOption = (word: string): boolean => /^[-+]/.test(word)

/** Maximum options before a subcommand. */
const MOST_OPTIONS = 12

/**
 * Whether a command puts programs into a folder where shells of the person find them, perhaps in place of another program
 * of that name.
 */
export function installsPrograms(words: readonly string[], assignments: readonly string[]): boolean {
  const name = packageName(words[0] ?? '')
  const args = words.slice(1)
  const options = args.filter(isOption)
  const installs = OF_PROJECTS.has(name) ? ofProject(args, assignments) : INSTALLS.get(name)
  if (installs === undefined) return false
  return subcommandsOf(args).some((from) =>
    installs(
      args.slice(from).filter((arg) => !isOption(arg)),
      options,
    ),
  )
}

/** The places of the words that may be the subcommand: an option before it may have a value. */
function subcommandsOf(args: readonly string[]): number[] {
  const found: number[] = []
  const places = new Set([0])
  for (const place of places) {
    const arg = args[place]
    if (arg === undefined || place > MOST_OPTIONS) continue
    if (!isOption(arg)) found.push(place)
    else {
      places.add(place + 1)
      if (arg.startsWith('-') && !arg.includes('=')) places.add(place + 2)
    }
  }
  return found
}

function ofProject(args: readonly string[], assignments: readonly string[]): Installs {
  const isEverywhere =
    args.some((arg, at) => EVERYWHERE.test(arg) || (arg === '--location' && args[at + 1] === 'global')) ||
    assignments.some(placesEverywhere)
  return (operands) => linksHere(operands) || (isEverywhere && isPlacing(operands[0]))
}

/** `npm link` puts the programs of this package or of another folder into the common folder; `npm link name` uses one. */
function linksHere(operands: readonly string[]): boolean {
  const [first, ...linked] = operands
  return (
    /^(link|ln)$/.test(first ?? '') && (linked.length === 0 || linked.some((each) => /^[./~]/.test(each)))
  )
}
