import { type RulesDisk, rulesOf } from './discover-rules.ts'
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

/** Finds the rules of the folders between the working folder and a file below it, the farthest first. */
export async function nestedRules(
  disk: RulesDisk,
  { root, file }: Place,
  signal: AbortSignal,
): Promise<readonly RulesFile[]> {
  const folders: string[] = []
  let folder = disk.parent(file)
  while (folder !== null && folder !== root && folders.length < DEEPEST) {
    folders.unshift(folder)
    folder = disk.parent(folder)
  }
  if (folder !== root || folders.some((each) => FOREIGN.has(nameOf(each)))) return []
  const found: RulesFile[] = []
  for (const [above, each] of folders.entries()) {
    const place = { scope: 'project', distance: -1 - above } as const
    const { files } = await rulesOf(disk, each, { place, within: root, seen: new Set() }, signal)
    // The file itself was read.
    found.push(...files.filter(({ path }) => path !== file))
  }
  return found
}

const nameOf = (folder: string): string =>
  folder.slice(Math.max(folder.lastIndexOf('/'), folder.lastIndexOf('\\')) + 1)
