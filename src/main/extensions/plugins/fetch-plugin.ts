import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import { createFileGuard, writePluginFile } from './plugin-files.ts'

type Answer =
  | { readonly ok: true; readonly output: Buffer }
  | { readonly ok: false; readonly problem: string }

/** The way to start git. */
export type PluginGit = {
  readonly work: (
    question: {
      readonly folder: string
      readonly args: readonly string[]
      readonly limitMs: number
      readonly input?: string
    },
    signal: AbortSignal,
  ) => Promise<Answer>
}

/** A repository to fetch. `ref` is a branch or a tag; null for the default branch. */
export type GitPlace = { readonly url: string; readonly ref: string | null }

type Deps = { readonly git: PluginGit; readonly clock: Pick<Clock, 'after'> }

const CLONE_MS = 180_000
const READ_MS = 60_000
/** The largest repository, in bytes, and the time between two looks at its size, in milliseconds. */
const LARGEST_REPOSITORY = 200 * 1024 * 1024
const MEASURE_MS = 500

/** Only these ways lead to a repository: no other transport and no helper program that an address names. */
const TRANSPORTS = ['allow=never', 'https.allow=always', 'ssh.allow=always', 'file.allow=always'].flatMap(
  (each) => ['-c', `protocol.${each}`],
)

/**
 * Fetches the newest commit of a repository and writes its files into a new folder. Nothing is checked out, so neither
 * hooks nor filters nor submodules of the repository run. Returns the commit.
 */
export function createPluginFetch({ git, clock }: Deps) {
  const clone = async ({ url, ref }: GitPlace, scratch: string, signal: AbortSignal): Promise<string> => {
    const bare = join(scratch, 'repository')
    const tooLarge = new AbortController()
    const measured = new AbortController()
    const measuring = measure(bare, clock, tooLarge, measured.signal)
    const args = [
      ...TRANSPORTS,
      ...['clone', '--bare', '--depth', '1', '--single-branch', '--no-tags', '--no-recurse-submodules'],
      ...['--template=', ...(ref === null ? [] : ['--branch', ref]), '--', url, bare],
    ]
    try {
      const question = { folder: scratch, args, limitMs: CLONE_MS }
      const answer = await git.work(question, AbortSignal.any([signal, tooLarge.signal]))
      if (!answer.ok) throw failed(url, answer.problem)
      return bare
    } catch (error) {
      if (!tooLarge.signal.aborted || signal.aborted) throw error
      const size = String(LARGEST_REPOSITORY / 1024 / 1024)
      throw AppError.saying('config.invalid', say('plugin.gitLarge', { url, size }))
    } finally {
      measured.abort()
      await measuring
    }
  }
  return async (place: GitPlace, scratch: string, into: string, signal: AbortSignal): Promise<string> => {
    const bare = await clone(place, scratch, signal)
    const ask = async (args: readonly string[], input?: string): Promise<Buffer> => {
      const question = { folder: scratch, args: ['--git-dir', bare, ...args], limitMs: READ_MS }
      const answer = await git.work(input === undefined ? question : { ...question, input }, signal)
      if (!answer.ok) throw failed(place.url, answer.problem)
      return answer.output
    }
    const commit = (await ask(['rev-parse', 'HEAD'])).toString('utf8').trim()
    const files = treeOf((await ask(['ls-tree', '-r', '-z', '-l', '--full-tree', 'HEAD'])).toString('utf8'))
    const hashes = [...new Set(files.map(({ hash }) => hash))]
    const contents =
      hashes.length === 0
        ? new Map()
        : contentsOf(await ask(['cat-file', '--batch'], `${hashes.join('\n')}\n`))
    for (const { path, hash, isProgram } of files) {
      await writePluginFile(into, path, { bytes: contents.get(hash) ?? Buffer.alloc(0), isProgram })
    }
    await rm(bare, { recursive: true, force: true })
    return commit
  }
}

export type PluginFetch = ReturnType<typeof createPluginFetch>

type TreeFile = { readonly path: string; readonly hash: string; readonly isProgram: boolean }

/** Reads `git ls-tree -r -z -l`. Submodules are left out; links and unusable names are refused. */
function treeOf(output: string): readonly TreeFile[] {
  const guard = createFileGuard()
  return output.split('\0').flatMap((line): TreeFile[] => {
    const [, mode, kind, hash = '', size, path = ''] =
      /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line) ?? []
    if (mode === undefined || kind === 'commit') return []
    if (mode !== '100644' && mode !== '100755') {
      throw AppError.saying('config.invalid', say('plugin.link', { path: path.slice(0, 300) }))
    }
    guard.add(path, Number(size))
    return [{ path, hash, isProgram: mode === '100755' }]
  })
}

/** Reads `git cat-file --batch`. */
function contentsOf(output: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at)
    const [hash = '', , size = ''] = output.subarray(at, end).toString('latin1').split(' ')
    const length = Number(size)
    if (end < 0 || !Number.isInteger(length)) break
    found.set(hash, output.subarray(end + 1, end + 1 + length))
    at = end + 1 + length + 1
  }
  return found
}

/** Aborts a clone that becomes too large. Ends with the signal. */
async function measure(
  folder: string,
  clock: Pick<Clock, 'after'>,
  tooLarge: AbortController,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.after(MEASURE_MS, signal)
    } catch {
      // The clone has ended.
      return
    }
    if ((await sizeOf(folder)) > LARGEST_REPOSITORY) {
      tooLarge.abort()
      return
    }
  }
}

async function sizeOf(folder: string): Promise<number> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    const sizes = entries.map(async (entry) =>
      entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
    )
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  } catch (error) {
    // Git removes its temporary files.
    if (isErrno(error)) return 0
    throw error
  }
}

const failed = (url: string, problem: string): AppError =>
  AppError.saying('config.invalid', say('plugin.git', { url, problem: problem.slice(0, 500) }))

/** Parses a git address with an optional `#branch`; null for a text that is none. */
export function gitPlaceOf(text: string): GitPlace | null {
  const [address = '', ref] = text.split('#')
  const isAddress =
    /^(?:https|ssh|file):\/\/[^\s-][^\s]*$/.test(address) ||
    /^git@[A-Za-z0-9][\w.-]*:[^\s-][^\s]*$/.test(address)
  if (!isAddress || /[\0\r\n]/.test(address)) return null
  // A name that begins with a hyphen would be an option of the program that connects.
  if (/^[a-z]+:\/\/(?:[^@/]*@)?-/.test(address)) return null
  // The address is stored and shown, so it holds no password.
  if (/^https:\/\/[^/]*@/.test(address) || /^ssh:\/\/[^/@]*:[^/@]*@/.test(address)) return null
  if (ref === undefined || ref === '') return { url: address, ref: null }
  if (!/^[A-Za-z0-9][\w./-]{0,200}$/.test(ref) || ref.includes('..')) {
    throw AppError.saying('config.invalid', say('plugin.badRef', { ref: ref.slice(0, 100) }))
  }
  return { url: address, ref }
}
