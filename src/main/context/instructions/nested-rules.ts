import { alwaysInFolder, type RulesDisk, rulesOf } from './discover-rules.ts'
import type { RulesFile } from './rules-block.ts'

/** Folders of other people's code. Rules in them are not rules of this project. */
const FOREIGN: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'third_party', 'site-packages', 'Pods'],
  ...['.git', '.venv', 'venv', 'dist', 'out', 'build', 'target'],
])
/** Maximum depth of a rules file. */
const DEEPEST = 32

type Place = {
  /** The working folder, canonical. */
  readonly root: string
  /** The file that was read, canonical. */
  readonly file: string
}

/**
 * Returns the folders between the working folder and a file below it, the farthest first. None for a file elsewhere and
 * for one of other people's code.
 */
export function innerFolders(disk: Pick<RulesDisk, 'parent'>, { root, file }: Place): readonly string[] {
  const folders: string[] = []
  let folder = disk.parent(file)
  while (folder !== null && folder !== root && folders.length < DEEPEST) {
    folders.unshift(folder)
    folder = disk.parent(folder)
  }
  return folder !== root || folders.some((each) => FOREIGN.has(nameOf(each))) ? [] : folders
}

/** Finds the rules of the folders between the working folder and a file below it, the farthest first. */
export async function nestedRules(
  disk: RulesDisk,
  place: Place,
  signal: AbortSignal,
): Promise<readonly RulesFile[]> {
  return rulesOfFolders(disk, innerFolders(disk, place), place, signal)
}

/** Finds the rules of an extra folder of a chat, with those of the folders between it and a file that was read. */
export async function rulesOfExtraFolder(
  disk: RulesDisk,
  place: Place,
  signal: AbortSignal,
): Promise<readonly RulesFile[]> {
  return rulesOfFolders(disk, [place.root, ...innerFolders(disk, place)], place, signal)
}

async function rulesOfFolders(
  disk: RulesDisk,
  folders: readonly string[],
  { root, file }: Place,
  signal: AbortSignal,
): Promise<readonly RulesFile[]> {
  const found: RulesFile[] = []
  for (const [above, each] of folders.entries()) {
    const looked = { place: nestedPlace(above), within: root, seen: new Set<string>() }
    const own = await rulesOf(disk, each, looked, signal)
    const always = await alwaysInFolder(disk, each, looked, signal)
    // The file itself was read.
    found.push(...[...own.files, ...always.files].filter(({ path }) => path !== file))
  }
  return found
}

/** The place of rules of a folder below the working folder, by its depth. */
export const nestedPlace = (above: number): Pick<RulesFile, 'scope' | 'distance'> => ({
  scope: 'project',
  distance: -1 - above,
})

const nameOf = (folder: string): string =>
  folder.slice(Math.max(folder.lastIndexOf('/'), folder.lastIndexOf('\\')) + 1)
