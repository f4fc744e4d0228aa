import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { RuleSet } from './profile.ts'
import { unlessMissing } from './unless-missing.ts'

/** Whether the pattern of a rule covers a path as rules name it: relative to the project, or absolute outside. */
export type CoversPath = (pattern: string, shown: string, home: string) => boolean

/** Files and folders of a project that rules with wildcards close to commands. Absolute paths. */
export type ClosedPlaces = {
  readonly hidden: readonly string[]
  readonly readOnly: readonly string[]
  /** Those of them that the rules would no longer cover in a folder of another name. */
  readonly placed: readonly string[]
  /** Whether the project holds more than was searched, so that something may have been missed. */
  readonly limited: boolean
}

export type ClosedSearch = {
  readonly root: string
  /** The folder that is searched; the project where it is missing. */
  readonly folder?: string
  readonly home: string
  readonly standing: readonly RuleSet[]
  readonly covers: CoversPath
  /** The most names that are scanned. */
  readonly most?: number
}

const NOTHING: ClosedPlaces = { hidden: [], readOnly: [], placed: [], limited: false }

/** A name that no rule has in mind, so that a rule which covers it covers everything in its folder. */
const ANY_NAME = '\u0001'
const MOST_NAMES = 20_000
/** Each place is a mount of its own. */
const MOST_PLACES = 400
/**
 * Folders that package managers fill and empty. Nothing of a person is in them, and what is hidden could not be removed,
 * so that the next install would fail.
 */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'target', '.venv', 'venv', '__pycache__'])

/**
 * Searches a project for what rules with wildcards close, as `read(*.pem)` does: only paths can be hidden, not patterns.
 * Folders near the root come first. Costs nothing where no rule has a wildcard.
 */
export async function findClosed(search: ClosedSearch): Promise<ClosedPlaces> {
  const { root, folder: top = root, standing, most = MOST_NAMES } = search
  const reading = closing(standing, ['read', '*'])
  const editing = closing(standing, ['edit', 'write', '*'])
  if (reading.length === 0 && editing.length === 0) return NOTHING
  const found = { hidden: [] as string[], readOnly: [] as string[], placed: [] as string[] }
  // Rules name what is in the project by its path there, and everything else by its whole path.
  const folders = [top === root ? '' : top]
  const absolute = (shown: string) => (shown === '' ? root : top === root ? `${root}/${shown}` : shown)
  let seen = 0
  const isFull = () => seen > most || found.hidden.length + found.readOnly.length >= MOST_PLACES
  const take = (shown: string, name: string, isFolder: boolean): boolean => {
    const end = isFolder ? `/${ANY_NAME}` : ''
    const isIn = (lists: readonly PermissionRule[][], path: string) =>
      lists.some((rules) => isClosed(rules, path + end, search))
    const lists = isIn(reading, shown) ? reading : editing
    if (!isIn(lists, shown)) return false
    const path = absolute(shown)
    if (lists === reading) found.hidden.push(path)
    else found.readOnly.push(path)
    if (!isIn(lists, `${ANY_NAME}/${name}`)) found.placed.push(path)
    return true
  }
  for (const folder of folders) {
    for (const entry of await entriesOf(absolute(folder))) {
      seen += 1
      if (isFull()) return { ...found, limited: true }
      // A link is another name; what it leads to is closed by its own.
      if (entry.isSymbolicLink()) continue
      const shown = folder === '' ? entry.name : `${folder}/${entry.name}`
      const isTaken = take(shown, entry.name, entry.isDirectory())
      const isSkipped = SKIPPED.has(entry.name) || absolute(shown) === `${top}/.git`
      if (!isTaken && entry.isDirectory() && !isSkipped) folders.push(shown)
    }
  }
  return { ...found, limited: false }
}

/** The files that rules with wildcards close in the project and in each extra folder. */
export async function findClosedIn(folders: readonly string[], search: ClosedSearch): Promise<ClosedPlaces> {
  const found = await Promise.all(folders.map((folder) => findClosed({ ...search, folder })))
  return {
    hidden: found.flatMap(({ hidden }) => hidden),
    readOnly: found.flatMap(({ readOnly }) => readOnly),
    placed: found.flatMap(({ placed }) => placed),
    limited: found.some(({ limited }) => limited),
  }
}

/** The rules about some tools in each list that refuses something by a wildcard. */
function closing(standing: readonly RuleSet[], tools: readonly string[]): PermissionRule[][] {
  const lists = standing.flatMap(({ rules, grants }) => [...rules, grants])
  const about = lists.map((rules) =>
    rules.filter(({ tool, pattern }) => tools.includes(tool) && pattern !== undefined),
  )
  return about.filter((rules) =>
    rules.some(({ action, pattern = '' }) => action === 'deny' && isWide(pattern)),
  )
}

/** Whether a pattern means more than one path. `folder/**` is the folder, and is closed without a search. */
function isWide(pattern: string): boolean {
  const path = pattern.replace(/\/\*\*(\/\*)?$/, '')
  return /(^|[^\\])\*/.test(path) || !path.includes('/')
}

/** The last rule of a list that covers a path decides. */
function isClosed(rules: readonly PermissionRule[], shown: string, { covers, home }: ClosedSearch): boolean {
  return rules.findLast(({ pattern = '' }) => covers(pattern, shown, home))?.action === 'deny'
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []
}
