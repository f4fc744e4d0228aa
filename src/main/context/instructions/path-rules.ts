import { AppError } from '#shared/errors.ts'
import { fileReader, type RulesDisk } from './discover-rules.ts'
import { innerFolders, nestedPlace } from './nested-rules.ts'
import { rulesInFolder } from './rule-folders.ts'
import type { RulesFile } from './rules-block.ts'

type Place = {
  /** The working folder, canonical. */
  readonly root: string
  /** The file that was read, canonical. */
  readonly file: string
}

/** Makes the test of a glob pattern. Throws for a pattern that means nothing. */
export type PathTest = (pattern: string) => (path: string) => boolean

/** Maximum folders above the working folder. */
const HIGHEST = 32

/**
 * Finds the rules of `.claude/rules` that hold for a file, the farthest first: those of the working folder, of the folders
 * above it up to the repository and of those below it, whose patterns match the path of the file in that folder.
 */
export async function pathRules(
  disk: RulesDisk,
  { root, file }: Place,
  testOf: PathTest,
  signal: AbortSignal,
): Promise<readonly RulesFile[]> {
  const found: RulesFile[] = []
  const upwards = (await foldersUp(disk, root, signal)).map((folder, above) => ({
    folder,
    place: { scope: 'project', distance: above } as const,
  }))
  const inner = innerFolders(disk, { root, file }).map((folder, above) => ({
    folder,
    place: nestedPlace(above),
  }))
  for (const { folder, place } of [...upwards.toReversed(), ...inner]) {
    const path = pathIn(folder, file)
    if (path === null) continue
    const own: RulesFile[] = []
    const read = fileReader(disk, { place, within: folder, seen: new Set() }, signal)
    const { rules } = await rulesInFolder(disk, folder, read, signal)
    for (const { file: rule, paths } of rules) {
      if (paths === null || !paths.some((pattern) => matches(testOf, pattern, path))) continue
      // The patterns tell the model for which other files the rules hold.
      const content = `These rules hold for files that match ${paths.join(', ')}.\n\n${rule.content.trim()}`
      own.unshift({ ...rule, content, forPaths: true })
    }
    found.push(...own)
  }
  return found
}

async function foldersUp(disk: RulesDisk, root: string, signal: AbortSignal): Promise<readonly string[]> {
  const folders: string[] = []
  for (let at: string | null = root; at !== null && folders.length < HIGHEST; at = disk.parent(at)) {
    folders.push(at)
    if ((await disk.stat(disk.join(at, '.git'), signal)) !== null) return folders
  }
  // Outside of a repository only the working folder counts.
  return folders.slice(0, 1)
}

/** Returns the path of a file in a folder, with forward slashes; null for one outside. */
function pathIn(folder: string, file: string): string | null {
  const slashed = (path: string) => path.replaceAll('\\', '/')
  const [above, below] = [slashed(folder).replace(/\/$/, ''), slashed(file)]
  return below.startsWith(`${above}/`) ? below.slice(above.length + 1) : null
}

function matches(testOf: PathTest, pattern: string, path: string): boolean {
  try {
    return testOf(pattern)(path)
  } catch (error) {
    // A faulty pattern matches nothing.
    if (error instanceof AppError) return false
    throw error
  }
}
