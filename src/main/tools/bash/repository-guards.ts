import type { GuardedPlace } from '#shared/permission/guard.ts'
import { findRepositoryRisk, type RepositoryRisk } from '../../git/repository-risk.ts'
import { locatePath } from '../files/locate-path.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { isGitLook } from '../permission/read-only-command.ts'
import type { SimpleCommand } from '../permission/split-command.ts'
import { folderAt } from './command-names.ts'

/** The reading commands that compare with files on the disk, also with those of submodules. */
const COMPARES = /^git (status|diff|describe)\b/
/** Subcommands that start nothing a repository names. */
const HARMLESS: ReadonlySet<string> = new Set(['config', 'version', 'help', 'init', 'clone', '--version'])
/** More settings than this, or longer ones, are not offered as a rule. */
const MOST_SETTINGS = 6
const LONGEST_SETTING = 300

/**
 * The programs that git may start because a repository names them, for a command of git. They ask in every mode: a
 * repository may come from an archive, and no rule about a command means the programs of its repository.
 */
export async function repositoryGuards(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<GuardedPlace[]> {
  if (one.words[0]?.split('/').at(-1) !== 'git') return []
  const { named, subcommand } = gitPlacesIn(one.words)
  if (HARMLESS.has(subcommand)) return []
  const entersSubmodules = isGitLook(one.text) && COMPARES.test(one.text)
  for (const way of one.ways) {
    let folder = await folderAt(way, root, flavour)
    for (const { path, moves } of [...named, { path: '.', moves: true }]) {
      const place = (await locatePath(folder, path, flavour)).absolute
      if (moves) folder = place
      const found = await guardsAt(place, entersSubmodules, flavour)
      if (found.length > 0) return found
    }
  }
  return []
}

async function guardsAt(
  folder: string,
  entersSubmodules: boolean,
  flavour: PathFlavour,
): Promise<GuardedPlace[]> {
  const use = { reads: 'files', runsHooks: true, entersSubmodules } as const
  const find = async () => {
    const risk = await findRepositoryRisk(folder, use, flavour.path)
    return risk === null ? [] : guardsOf(risk)
  }
  return await (flavour.disk?.risks(`${entersSubmodules} ${folder}`, find) ?? find())
}

function guardsOf(risk: RepositoryRisk): GuardedPlace[] {
  if (risk.kind !== 'setting') return [PLACES[risk.kind]]
  const fit = risk.found.filter((each) => each.length <= LONGEST_SETTING)
  if (fit.length < risk.found.length || fit.length > MOST_SETTINGS)
    return [{ kind: 'git_unclear', path: risk.name }]
  return fit.map((path) => ({ kind: 'git_runs', path }))
}

/** What is named in place of settings. */
const PLACES: Readonly<Record<Exclude<RepositoryRisk['kind'], 'setting'>, GuardedPlace>> = {
  hook: { kind: 'git_runs', path: 'hooks/post-index-change' },
  submodules: { kind: 'git_inside', path: 'submodules' },
  unreadable: { kind: 'git_unclear', path: '.git/config' },
  elsewhere: { kind: 'git_unclear', path: '.git' },
  'too-deep': { kind: 'git_unclear', path: '.' },
}

type NamedFolder = { readonly path: string; readonly moves: boolean }

/** The folders that options of git name before its subcommand: `-C` moves there, `--git-dir` is a repository. */
function gitPlacesIn(words: readonly string[]): {
  readonly named: readonly NamedFolder[]
  readonly subcommand: string
} {
  const named: NamedFolder[] = []
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const next = words[at + 1]
    const isPlace = word === '-C' || word === '--git-dir'
    if (isPlace && next !== undefined) named.push({ path: next, moves: word === '-C' })
    if (isPlace || VALUED.has(word)) at += 1
    else if (word.startsWith('--git-dir=')) named.push({ path: word.slice(10), moves: false })
    else if (!word.startsWith('-') || word === '--version') return { named, subcommand: word }
  }
  return { named, subcommand: '' }
}

/** Other options of git that take the next word. */
const VALUED: ReadonlySet<string> = new Set([
  '-c',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
])
