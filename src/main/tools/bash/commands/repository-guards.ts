import type { GuardedPlace } from '#shared/permission/guard.ts'
import { findRepositoryRisk, type RepositoryRisk } from '../../../git/repository-risk.ts'
import { locatePath } from '../../files/locate-path.ts'
import type { PathFlavour } from '../../files/project-path.ts'
import { choosingVariables } from '../../permission/programs/git-variables.ts'
import { isGitLook } from '../../permission/programs/read-only-command.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import { folderAt } from './command-names.ts'
import { gitChoices } from './git-choices.ts'

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
  const words = wordsOfGit(one)
  if (words === null) return []
  const { places, unclear, subcommand } = gitChoices(words, one.assignments)
  if (HARMLESS.has(subcommand)) return []
  const [first] = [...unclear, ...one.variables]
  if (first !== undefined) return [{ kind: 'git_unclear', path: shortened(first) }]
  const entersSubmodules = isGitLook(one.text) && COMPARES.test(one.text)
  for (const way of one.ways) {
    let folder = await folderAt(way, root, flavour)
    for (const { path, moves } of [...places, { path: '.', moves: true }]) {
      const place = (await locatePath(folder, path, flavour)).absolute
      if (moves) folder = place
      const found = await guardsAt(place, entersSubmodules, flavour)
      if (found.length > 0) return found
    }
  }
  return []
}

/** The words from `git` on, also where another program starts it; null where none does. */
function wordsOfGit({ words, mentions, assignments, unsure }: SimpleCommand): readonly string[] | null {
  const isGit = (word: string) => /^(.*\/)?git(\.exe)?$/i.test(word)
  if (isGit(words[0] ?? '')) return words
  // An alias or function of an unclear script may be git.
  const isLed = unsure !== null && choosingVariables(assignments.join(' ')).length > 0
  if (isLed) return ['git', ...words.slice(1)]
  if (!mentions.includes('git')) return null
  const at = words.findIndex(isGit)
  return at < 0 ? ['git'] : words.slice(at)
}

const shortened = (text: string): string =>
  text.length > LONGEST_SETTING ? `${text.slice(0, LONGEST_SETTING)}…` : text

async function guardsAt(
  folder: string,
  entersSubmodules: boolean,
  flavour: PathFlavour,
): Promise<GuardedPlace[]> {
  const use = { reads: 'files', runsHooks: true, entersSubmodules } as const
  const find = async () => {
    const risk = await findRepositoryRisk(folder, use, flavour.path, flavour.disk?.look)
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

/** The path named for each risk without a setting. */
const PLACES: Readonly<Record<Exclude<RepositoryRisk['kind'], 'setting'>, GuardedPlace>> = {
  hook: { kind: 'git_runs', path: 'hooks/post-index-change' },
  submodules: { kind: 'git_inside', path: 'submodules' },
  unreadable: { kind: 'git_unclear', path: '.git/config' },
  elsewhere: { kind: 'git_unclear', path: '.git' },
  'too-deep': { kind: 'git_unclear', path: '.' },
}
