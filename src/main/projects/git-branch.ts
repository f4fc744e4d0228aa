import type { FolderReader } from './folder-reader.ts'
import type { PathRules } from './paths.ts'

const HEAD_BYTES = 4 * 1024
const HIGHEST_CLIMB = 40

type Deps = { readonly reader: Pick<FolderReader, 'bytes' | 'look'>; readonly rules: PathRules }

/** The folder that holds the repository's own files: `.git`, or where a work tree's `.git` file points. */
export async function gitFolderOf(folder: string, { reader, rules }: Deps): Promise<string | null> {
  const dotGit = rules.join(folder, '.git')
  const pointer = await reader.bytes(dotGit, HEAD_BYTES)
  if (pointer === null) return dotGit
  const target = /^gitdir: (.+?)\s*$/.exec(pointer.toString('utf8'))?.[1]
  if (target === undefined) return null
  const whole = rules.absolute(target, folder) ?? rules.normal(rules.join(folder, target))
  // A file must not make this computer talk to another one.
  return whole.startsWith('\\\\') && !folder.startsWith('\\\\') ? null : whole
}

/** The branch checked out in this very folder, or the start of the commit when there is none. */
export async function branchOf(folder: string, deps: Deps): Promise<string | null> {
  const gitFolder = await gitFolderOf(folder, deps)
  if (gitFolder === null) return null
  const head = await deps.reader.bytes(deps.rules.join(gitFolder, 'HEAD'), HEAD_BYTES)
  return head === null ? null : branchIn(head.toString('utf8'))
}

/** Returns the branch of the nearest folder at or above this one that is a repository. */
export async function branchAround(folder: string, deps: Deps): Promise<string | null> {
  return (await nearestRepository(folder, deps))?.branch ?? null
}

/** Returns the git folder of the nearest repository at or above this folder. */
export async function repositoryAround(folder: string, deps: Deps): Promise<string | null> {
  const found = await nearestRepository(folder, deps)
  return found === null ? null : gitFolderOf(found.folder, deps)
}

async function nearestRepository(folder: string, deps: Deps) {
  let at: string | null = folder
  for (let climbed = 0; at !== null && climbed < HIGHEST_CLIMB; climbed++) {
    const branch = await branchOf(at, deps)
    if (branch !== null) return { folder: at, branch }
    at = deps.rules.parentOf(at)
  }
  return null
}

/** Parses `HEAD`. Returns null for anything but a branch or a commit. */
export function branchIn(head: string): string | null {
  const text = head.trim()
  const name = /^ref: refs\/heads\/([^\p{C}\s]{1,250})$/u.exec(text)?.[1]
  if (name !== undefined) return name
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text) ? text.slice(0, 8) : null
}
