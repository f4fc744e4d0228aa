import { rulesInFolder } from './rule-folders.ts'
import type { RulesFile } from './rules-block.ts'

/** The file name that carries rules. */
export const RULES_FILE = 'AGENTS.md'
/** The name that counts where no other is. */
export const OTHER_RULES_FILE = 'CLAUDE.md'
const RULES_FILES = [RULES_FILE, OTHER_RULES_FILE] as const

/** More than this of one file is not read. */
export const RULES_MAX_BYTES = 64 * 1024

/** The disk as the search for rules needs it. Paths are absolute; `parent` of a root is null. */
export type RulesDisk = {
  readonly parent: (path: string) => string | null
  readonly join: (folder: string, name: string) => string
  /** A path as it is meant in a folder, absolute or not. */
  readonly resolve: (folder: string, path: string) => string
  /** Follows links: what is really there and where, or null when there is nothing or it may not be seen. */
  readonly stat: (
    path: string,
    signal: AbortSignal,
  ) => Promise<{ readonly kind: 'file' | 'directory' | 'other'; readonly realPath: string } | null>
  /** Returns the names in a folder; none where it cannot be read. */
  readonly list: (folder: string, signal: AbortSignal) => Promise<readonly string[]>
  /** The first `maxBytes` of a file and its whole size, or null when it cannot be read. */
  readonly readFile: (
    path: string,
    maxBytes: number,
    signal: AbortSignal,
  ) => Promise<{ readonly bytes: Uint8Array; readonly size: number } | null>
}

export type DiscoverInput = {
  /** Canonical. */
  readonly cwd: string
  /** The registered project folder, canonical, or null outside of a project. */
  readonly projectRoot: string | null
  /** The person's home folder, canonical. */
  readonly home: string
  /** The person's own rules file, for every project. */
  readonly userFile: string
}

/** A rules file that was found and is not used, in words for the person. */
export type RulesNotice = { readonly path: string; readonly message: string }

export type DiscoveredRules = {
  /** The farthest file first. */
  readonly files: readonly RulesFile[]
  readonly notices: readonly RulesNotice[]
}

/** Finds the rules that hold in a folder: the person's own, then those of every folder from the top down to `cwd`. */
export async function discoverRules(
  disk: RulesDisk,
  input: DiscoverInput,
  signal: AbortSignal,
): Promise<DiscoveredRules> {
  const folders = await foldersToSearch(disk, input, signal)
  const top = folders.at(-1)
  const root = top === undefined ? null : ((await disk.stat(top, signal))?.realPath ?? top)

  const seen = new Set<string>()
  const own = { place: { scope: 'global_user', distance: folders.length }, within: null, seen } as const
  const found = [await fileAt(disk, input.userFile, own, signal)]
  for (const [above, folder] of [...folders.entries()].reverse()) {
    const looked = { place: { scope: 'project', distance: above }, within: root, seen } as const
    found.push(await rulesOf(disk, folder, looked, signal))
    found.push(await alwaysInFolder(disk, folder, looked, signal))
  }
  return {
    files: found.flatMap(({ files }) => files),
    notices: found.flatMap(({ notices }) => notices),
  }
}

/** Reads the rules of `.claude/rules` that hold for every file. */
export async function alwaysInFolder(
  disk: RulesDisk,
  folder: string,
  looked: Looked,
  signal: AbortSignal,
): Promise<DiscoveredRules> {
  const read = fileReader(disk, looked, signal)
  const { rules, notices } = await rulesInFolder(disk, folder, read, signal)
  return { files: rules.flatMap(({ file, paths }) => (paths === null ? [file] : [])), notices }
}

/** Creates the function that reads one rules file. */
export const fileReader = (disk: RulesDisk, looked: Looked, signal: AbortSignal) => (path: string) =>
  fileAt(disk, path, looked, signal)

/** The location of a rules file. Files outside `within` are not read, and no file is read twice. */
export type Looked = {
  readonly place: Pick<RulesFile, 'scope' | 'distance'>
  /** Canonical; null where a link may lead anywhere. */
  readonly within: string | null
  /** Files that were read, canonical. */
  readonly seen: Set<string>
}

/** Reads the rules of one folder. `CLAUDE.md` counts where no `AGENTS.md` is. */
export async function rulesOf(
  disk: RulesDisk,
  folder: string,
  looked: Looked,
  signal: AbortSignal,
): Promise<DiscoveredRules> {
  for (const name of RULES_FILES) {
    const path = disk.join(folder, name)
    if ((await disk.stat(path, signal))?.kind === 'file') return fileAt(disk, path, looked, signal)
  }
  return NO_RULES
}

const NO_RULES: DiscoveredRules = { files: [], notices: [] }

async function fileAt(
  disk: RulesDisk,
  path: string,
  { place, within, seen }: Looked,
  signal: AbortSignal,
): Promise<DiscoveredRules> {
  const found = await disk.stat(path, signal)
  if (found?.kind !== 'file' || seen.has(found.realPath)) return NO_RULES
  seen.add(found.realPath)
  if (within !== null && !isInside(disk, within, found.realPath)) {
    return {
      files: [],
      notices: [{ path, message: `${path} is a link out of the project and was not read.` }],
    }
  }
  const read = await readRules(disk, path, signal)
  if (typeof read === 'string') return { files: [], notices: [{ path, message: read }] }
  return { files: [{ path, ...place, ...read }], notices: [] }
}

/**
 * From `cwd` upwards to the nearest Git root. Without one: to just below home, or, outside of home, to the
 * project folder. Home itself never counts as a project.
 */
async function foldersToSearch(
  disk: RulesDisk,
  { cwd, projectRoot, home }: DiscoverInput,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const upwards: string[] = []
  let belowHome = false
  for (let folder: string | null = cwd; folder !== null; folder = disk.parent(folder)) {
    signal.throwIfAborted()
    belowHome = folder === home
    if (belowHome) break
    upwards.push(folder)
    // In a worktree or a submodule `.git` is a file.
    if ((await disk.stat(disk.join(folder, '.git'), signal)) !== null) return upwards
  }
  if (belowHome) return upwards
  const root = projectRoot === null ? -1 : upwards.indexOf(projectRoot)
  return upwards.slice(0, Math.max(root, 0) + 1)
}

function isInside(disk: RulesDisk, root: string, path: string): boolean {
  for (let folder: string | null = path; folder !== null; folder = disk.parent(folder)) {
    if (folder === root) return true
  }
  return false
}

async function readRules(
  disk: RulesDisk,
  path: string,
  signal: AbortSignal,
): Promise<Pick<RulesFile, 'content' | 'truncated'> | string> {
  const read = await disk.readFile(path, RULES_MAX_BYTES, signal)
  if (read === null) return `${path} could not be read.`
  const truncated = read.size > read.bytes.byteLength
  const content = decode(read.bytes, truncated)
  if (content === null) return `${path} is not UTF-8 text and was not read.`
  return { content: content.replace(/\r\n?/g, '\n'), truncated }
}

/** Null when the bytes are not UTF-8. A cut in the middle of a character is not an error. */
function decode(bytes: Uint8Array, truncated: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: truncated })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
