import { z } from 'zod'
import type { DirectoryEntry } from '#shared/project/directory.ts'
import type { Clock } from '../lib/clock.ts'
import { isErrno } from '../lib/errno.ts'
import type { FolderItem, FolderReader } from './folder-reader.ts'
import { branchOf } from './git-branch.ts'
import type { PathRules } from './paths.ts'
import { inParallel, LATE, within } from './within.ts'

const WIDTH = 16
const ENTRY_LIMIT_MS = 2_000
/** A folder with this many files before its first folder is taken to have one; opening it tells. */
const MOST_LOOKED_AT = 512
const PACKAGE_BYTES = 64 * 1024

export type EntryDeps = {
  readonly reader: FolderReader
  readonly rules: PathRules
  readonly clock: Pick<Clock, 'after'>
  readonly isRegistered: (canonicalPath: string) => boolean
}

// Made when folders are first sorted: the rules of a language take 8 ms to read, which no start should wait for.
let collator: Intl.Collator | null = null

/** Compares names numerically; case and accents only break ties: `part 2` precedes `Part 10`. */
export function byName(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b))
}

/** The folders among some items, links to folders included, sorted by name. */
export async function foldersAmong(
  folder: string,
  items: readonly FolderItem[],
  deps: Omit<EntryDeps, 'isRegistered'>,
  signal: AbortSignal,
): Promise<FolderItem[]> {
  const links = items.filter((item) => item.kind === 'link')
  const led = await inParallel(links, WIDTH, async ({ name }) => {
    const look = deps.reader.look(deps.rules.join(folder, name)).catch(ignoreSystemError)
    const found = await within(deps.clock, ENTRY_LIMIT_MS, look, signal)
    return found !== LATE && found?.folder === true ? name : null
  })
  const toFolders = new Set(led)
  return items
    .filter(({ kind, name }) => kind === 'folder' || (kind === 'link' && toFolders.has(name)))
    .sort((a, b) => byName(a.name, b.name))
}

/** Returns one page of folders for the browser. Reads no file contents except package names. */
export function describeEntries(
  folder: { readonly path: string; readonly real: string; readonly showHidden: boolean },
  items: readonly FolderItem[],
  deps: EntryDeps,
  signal: AbortSignal,
): Promise<DirectoryEntry[]> {
  return inParallel(items, WIDTH, async (item) => {
    signal.throwIfAborted()
    const bare = bareEntry(folder.path, item, deps.rules)
    const work = fullEntry(bare, folder, deps).catch((error: unknown) => {
      if (ignoreSystemError(error) === null) return { ...bare, denied: isDenied(error) }
      return bare
    })
    const full = await within(deps.clock, ENTRY_LIMIT_MS, work, signal)
    return full === LATE ? bare : full
  })
}

function bareEntry(folder: string, { name, kind }: FolderItem, rules: PathRules): DirectoryEntry {
  return {
    name,
    path: rules.join(folder, name),
    hidden: rules.isHidden(name),
    hasChildren: null,
    denied: false,
    link: kind === 'link',
    modifiedAt: null,
    branch: null,
    packageName: null,
    registered: false,
  }
}

async function fullEntry(
  bare: DirectoryEntry,
  folder: { real: string; showHidden: boolean },
  deps: EntryDeps,
): Promise<DirectoryEntry> {
  const { reader, rules } = deps
  const real = bare.link ? rules.normal(await reader.real(bare.path)) : rules.join(folder.real, bare.name)
  const leadsBack = bare.link && rules.contains(real, folder.real)
  const { modifiedAt } = await reader.look(bare.path)
  const known = { ...bare, modifiedAt, registered: deps.isRegistered(real) }
  const children = leadsBack ? false : await hasFolders(bare.path, folder.showHidden, deps)
  if (children === null) return { ...known, denied: true }
  const [branch, packageName] = await Promise.all([branchOf(bare.path, deps), packageNameOf(bare.path, deps)])
  return { ...known, hasChildren: children, branch, packageName }
}

/** `null`: the folder cannot be read. */
async function hasFolders(
  path: string,
  showHidden: boolean,
  { reader, rules }: EntryDeps,
): Promise<boolean | null> {
  let seen = 0
  try {
    for await (const { name, kind } of reader.someItems(path, MOST_LOOKED_AT)) {
      seen += 1
      if (!showHidden && rules.isHidden(name)) continue
      if (kind === 'folder') return true
      if (kind !== 'link') continue
      const target = await reader.look(rules.join(path, name)).catch(ignoreSystemError)
      if (target?.folder === true) return true
    }
    return seen >= MOST_LOOKED_AT
  } catch (error) {
    if (isDenied(error)) return null
    throw error
  }
}

/** The name in a folder's `package.json`. */
export async function packageNameOf(
  folder: string,
  { reader, rules }: Pick<EntryDeps, 'reader' | 'rules'>,
): Promise<string | null> {
  const bytes = await reader.bytes(rules.join(folder, 'package.json'), PACKAGE_BYTES)
  if (bytes === null) return null
  try {
    return PackageJson.parse(JSON.parse(bytes.toString('utf8'))).name
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}
const PackageJson = z.looseObject({ name: z.string().regex(/^[^\p{C}]{1,214}$/u) })

function isDenied(error: unknown): boolean {
  return isErrno(error, 'EACCES', 'EPERM')
}

function ignoreSystemError(error: unknown): null {
  if (isErrno(error)) return null
  throw error
}
