import type { RulesDisk } from './discover-rules.ts'

/** Repository facts shown to an agent. */
export type GitFacts = {
  /** Null when no branch is checked out, or none can be read. */
  readonly branch: string | null
  /** True in a work tree that was added to a repository which stands elsewhere. */
  readonly worktree: boolean
}

/** More folders above one another no project has. */
const MOST_FOLDERS = 64
const MOST_BYTES = 4_096

/** A name as Git allows it. What is longer, or has room for sentences, is no branch. */
const BRANCH = /^ref: refs\/heads\/([^\s~^:?*[\\\p{Cc}]{1,200})$/mu

/**
 * Returns the repository of a folder: the nearest `.git` upwards, which is a folder or, in a worktree or
 * submodule, a file pointing to one. It reads only Git's own files, so no program of the project runs.
 */
export async function findGit(disk: RulesDisk, cwd: string, signal: AbortSignal): Promise<GitFacts | null> {
  let folder: string | null = cwd
  for (let above = 0; folder !== null && above < MOST_FOLDERS; above += 1) {
    signal.throwIfAborted()
    const found = await gitAt(disk, folder, signal)
    if (found !== null) return found
    folder = disk.parent(folder)
  }
  return null
}

/** Null for a `.git` that is none: Git looks further up then, too. */
async function gitAt(disk: RulesDisk, folder: string, signal: AbortSignal): Promise<GitFacts | null> {
  const at = disk.join(folder, '.git')
  const there = await disk.stat(at, signal)
  if (there?.kind === 'directory') {
    const head = await textOf(disk, disk.join(at, 'HEAD'), signal)
    return head === null ? null : { branch: branchIn(head), worktree: false }
  }
  if (there?.kind !== 'file') return null
  const pointer = (await textOf(disk, at, signal))?.match(/^gitdir: ([^\r\n]+)/)?.[1]
  if (pointer === undefined || (leadsToNetwork(pointer) && !leadsToNetwork(folder))) return null
  const linked = disk.resolve(folder, pointer.trim())
  const head = await textOf(disk, disk.join(linked, 'HEAD'), signal)
  // Only the folder of an added work tree says where what it has in common with the others stands.
  const shared = head === null ? null : await disk.stat(disk.join(linked, 'commondir'), signal)
  return head === null ? null : { branch: branchIn(head), worktree: shared?.kind === 'file' }
}

/** Looking there would give a machine that a project names the person's credentials. */
function leadsToNetwork(path: string): boolean {
  return /^[\\/]{2}/.test(path)
}

async function textOf(disk: RulesDisk, path: string, signal: AbortSignal): Promise<string | null> {
  // Opening a special file such as a pipe could block.
  if ((await disk.stat(path, signal))?.kind !== 'file') return null
  const read = await disk.readFile(path, MOST_BYTES, signal)
  return read === null ? null : new TextDecoder().decode(read.bytes)
}

function branchIn(head: string): string | null {
  return head.match(BRANCH)?.[1] ?? null
}
