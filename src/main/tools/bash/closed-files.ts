import { readdir } from 'node:fs/promises'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { isErrno } from '../../lib/errno.ts'
import { type PathFlavour, shownPath } from '../files/project-path.ts'
import { matchesPath } from '../permission/match.ts'
import { editingRules, readingRules } from '../permission/named-paths.ts'
import type { NamedPath, SearchedFolder, Standing, ToolAct } from '../tool.ts'

/** More names than this are not looked at; the command asks then. */
const MOST_NAMES = 50_000
/** Maximum blocked files named. */
const MOST_FOUND = 5
/** The object store of git, which no rule names. */
const OBJECTS = /(^|\/)\.git\/objects$/

export type ClosedScene = {
  readonly root: string
  readonly standing: readonly Standing[]
  /** Paths the sandbox hides from the command; paths in the home folder begin with `~`. */
  readonly hides: readonly string[]
}

/**
 * Adds the files that rules close and that a command would read or change with the folders it names. Each only may be
 * meant, so it counts as a file pattern and asks. What the sandbox hides is left out.
 */
export async function withClosedFiles(
  acts: readonly ToolAct[],
  { root, standing, hides }: ClosedScene,
  flavour: PathFlavour,
  signal: AbortSignal,
): Promise<ToolAct[]> {
  const all = standing.flatMap(({ rules, grants }) => [...rules.flat(), ...grants])
  const closing = readingRules(all).filter(({ action }) => action !== 'allow')
  const isHidden = (absolute: string) =>
    hides.some((place) => {
      const path = place.startsWith('~/') ? flavour.path.join(flavour.home, place.slice(2)) : place
      return absolute === path || absolute.startsWith(`${path}/`)
    })
  const walk = { root, closing, isHidden, flavour }
  const kept = editingRules(all).filter(({ action }) => action !== 'allow')
  const editing = { root, closing: kept, isHidden: () => false, flavour }
  return await Promise.all(
    acts.map(async (act) => {
      const changing = await withClosedChanges(act, editing, signal)
      if (closing.length === 0 || act.searches === undefined) return changing
      const found = await Promise.all(act.searches.map((each) => closedIn(each, walk, signal)))
      return { ...changing, names: [...(act.names ?? []), ...found.flat()] }
    }),
  )
}

/** Adds the files that rules close to edits in the folders in which a command may change any file. */
async function withClosedChanges(act: ToolAct, walk: Walk, signal: AbortSignal): Promise<ToolAct> {
  const { changes } = act
  if (changes === undefined || walk.closing.length === 0) return act
  // For the project as a whole the rules count without a look at the disk.
  const folders = (changes.folders ?? []).filter((path) => path !== '.')
  const found = await Promise.all(folders.map((path) => closedIn({ path, hidden: true }, walk, signal)))
  return { ...act, changes: { ...changes, names: [...changes.names, ...found.flat()] } }
}

type Walk = {
  readonly root: string
  readonly closing: readonly PermissionRule[]
  readonly isHidden: (absolute: string) => boolean
  readonly flavour: PathFlavour
}

async function closedIn(
  { path, hidden }: SearchedFolder,
  { root, closing, isHidden, flavour }: Walk,
  signal: AbortSignal,
): Promise<NamedPath[]> {
  const found: NamedPath[] = []
  const folders = [flavour.path.resolve(root, path)]
  let seen = 0
  for (const folder of folders) {
    signal.throwIfAborted()
    for (const entry of await entriesOf(folder)) {
      if (!hidden && entry.name.startsWith('.')) continue
      seen += 1
      const absolute = flavour.path.join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!OBJECTS.test(absolute)) folders.push(absolute)
        continue
      }
      const shown = shownPath(root, absolute, flavour)
      const isClosed = closing.some(({ pattern = '' }) => matchesPath(pattern, shown, flavour.home, 'any'))
      if (isClosed && !isHidden(absolute)) found.push({ path: shown, pattern: true })
      if (found.length >= MOST_FOUND) return found
    }
    // The words of a rule are a name that the rule covers.
    if (seen > MOST_NAMES) return closing.map(({ pattern = '' }) => ({ path: pattern, pattern: true }))
  }
  return found
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG')) return []
    throw error
  }
}
