import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Git } from '../../git/start-git.ts'
import { isErrno } from '../../lib/errno.ts'
import { type IndexedFile, isClean, readGitIndex } from './git-index.ts'
import { inTurns } from './in-turns.ts'
import type { SeenFiles } from './seen-files.ts'

/** Larger contents are not asked of git. */
const MOST_BYTES = 10 * 1024 ** 2
/** Maximum parent folders searched for the work tree. */
const MOST_LEVELS = 40

/** Returns the files that git stores unchanged, with their object ids. Starts no process. */
export async function cleanInGit(folder: string, seen: SeenFiles): Promise<Map<string, string>> {
  const clean = new Map<string, string>()
  const index = await findIndex(folder)
  if (index === null) return clean
  await inTurns(seen, ([path, file]) => {
    const known = index.files.get(index.prefix + path)
    if (known !== undefined && file.size <= MOST_BYTES && isClean(file, known, index.writtenMs))
      clean.set(path, known.oid)
  })
  return clean
}

type Index = {
  readonly files: ReadonlyMap<string, IndexedFile>
  readonly writtenMs: number
  /** Path prefix of the folder within the work tree. */
  readonly prefix: string
}

async function findIndex(folder: string): Promise<Index | null> {
  try {
    const tree = await findTree(folder)
    if (tree === null) return null
    const file = join(tree.git, 'index')
    // The time first: an index that is replaced meanwhile then looks older than it is, which only costs copies.
    const { mtimeMs: writtenMs } = await stat(file)
    const files = await readGitIndex(await readFile(file))
    const inside = relative(tree.root, folder).split(sep).join('/')
    return files === null ? null : { files, writtenMs, prefix: inside === '' ? '' : `${inside}/` }
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}

async function findTree(folder: string): Promise<{ root: string; git: string } | null> {
  for (let [root, level] = [folder, 0]; level < MOST_LEVELS; [root, level] = [dirname(root), level + 1]) {
    const git = await gitFolderIn(root)
    if (git !== null) return { root, git }
    if (dirname(root) === root) return null
  }
  return null
}

async function gitFolderIn(root: string): Promise<string | null> {
  const git = join(root, '.git')
  try {
    if ((await stat(git)).isDirectory()) return git
    // A work tree beside the first one says where its part of the repository lies.
    const named = /^gitdir: (.+)$/m.exec(await readFile(git, 'utf8'))?.[1]?.trim()
    return named === undefined ? null : resolve(root, named)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return null
    throw error
  }
}

/** Reads contents from the repository a folder is in, by their names. What git does not give is missing. */
export type ReadGit = (
  folder: string,
  oids: readonly string[],
  signal: AbortSignal,
) => Promise<Map<string, Buffer>>

/** Time limit for git to print the contents, in milliseconds. */
const LIMIT_MS = 15_000

/** Git reads its own store. Where that could start a program of the repository, nothing is read. */
export function createReadGit(git: Pick<Git, 'look'>): ReadGit {
  return async (folder, oids, signal) => {
    if (oids.length === 0) return new Map()
    const input = `${oids.join('\n')}\n`
    const question = { folder, args: ['cat-file', '--batch'], limitMs: LIMIT_MS, input }
    try {
      const answer = await git.look({ ...question, reads: 'objects', entersSubmodules: false }, signal)
      return answer.ok ? contentsIn(answer.output) : new Map()
    } catch (error) {
      // Stopped: what is missing only costs a copy.
      if (signal.aborted) return new Map()
      throw error
    }
  }
}

/**
 * Parses the output of `git cat-file --batch`: a line with name, kind and size, then the content and a
 * newline.
 */
function contentsIn(answer: Buffer): Map<string, Buffer> {
  const contents = new Map<string, Buffer>()
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf(10, at)
    if (end < 0) break
    const said = /^([0-9a-f]+) (\w+) (\d+)$/.exec(answer.toString('latin1', at, end))
    at = end + 1
    if (said === null) continue
    const [, oid = '', kind, size] = said
    const next = at + Number(size)
    if (kind === 'blob' && next <= answer.length) contents.set(oid, answer.subarray(at, next))
    at = next + 1
  }
  return contents
}
