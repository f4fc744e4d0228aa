import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { DiscardedChange } from '#shared/changes/changes.ts'
import type { Conflict, ConflictSide } from '#shared/changes/conflict.ts'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { type ActDeps, type ActPlace, write } from './acts.ts'
import { mergePlaces } from './merge-places.ts'
import { pathspec, type Repository } from './repository.ts'
import { writeWorkBytes } from './work-file.ts'

/** Bytes of a file whose result can be edited. */
const MOST_EDITED = 1_000_000
/** Bytes of the copy of a file before a conflict is resolved. */
const MOST_COPY = 32 * 1024 * 1024

/** The person's result of a conflict: a text, or a whole side. */
export type Resolution = {
  readonly path: string
  readonly result:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'side'; readonly side: ConflictSide }
  /** Fingerprint of the file that the person saw; null for none. */
  readonly seen: string | null
}

type Stage = { readonly line: string; readonly id: string; readonly stage: 1 | 2 | 3 }

/** Returns both sides of a conflict and their common ancestor. Throws an `AppError` where there is none. */
export async function conflictOf(
  repository: Repository,
  deps: Pick<ActDeps, 'join'>,
  path: string,
  signal: AbortSignal,
): Promise<Omit<Conflict, 'kept'>> {
  const stages = await stagesOf(repository, path, signal)
  const bytes = await bytesAt(deps.join(repository.top, path), path)
  const [base, ours, theirs] = [
    await blobOf(repository, stages, 1, signal),
    await blobOf(repository, stages, 2, signal),
    await blobOf(repository, stages, 3, signal),
  ]
  const all = [base, ours, theirs, bytes].filter((each) => each !== null)
  const isText = all.every(isEditable)
  const textOf = (each: Buffer | null) => (each === null || !isText ? null : lf(each.toString('utf8')))
  const [baseText, ourText, theirText] = [textOf(base), textOf(ours), textOf(theirs)]
  const places = ourText === null || theirText === null ? [] : mergePlaces(baseText ?? '', ourText, theirText)
  return {
    path,
    isText,
    base: baseText,
    ours: ourText,
    theirs: theirText,
    places,
    current: textOf(bytes),
    seen: fingerprint(bytes),
  }
}

/** Stores copies of files before conflicts are resolved. */
export type ConflictCopies = {
  readonly keep: (change: DiscardedChange, copy: Buffer) => void
  readonly forget: (id: string) => void
}

/**
 * Writes the result of a conflict and marks it as resolved. A copy that undoes it is stored before anything is
 * changed, and once more with what the file holds afterwards.
 */
export async function resolveConflict(
  place: ActPlace,
  deps: ActDeps & { readonly id: () => string; readonly now: () => number },
  { path, result, seen }: Resolution,
  copies: ConflictCopies,
  signal: AbortSignal,
): Promise<DiscardedChange> {
  const { repository, status } = place
  const stages = await stagesOf(repository, path, signal)
  const file = deps.join(repository.top, path)
  const bytes = await bytesAt(file, path)
  if (fingerprint(bytes) !== seen) throw AppError.saying('other', say('changes.conflictMoved', { path }))
  const change = { id: deps.id(), path, at: deps.now(), added: 0, removed: 0 }
  const copy: Copy = {
    stages: stages.map(({ line }) => line),
    bytes: bytes?.toString('base64') ?? null,
    commit: status.repository.commit,
    after: null,
  }
  const keep = (as: DiscardedChange, next: Copy) => copies.keep(as, Buffer.from(MARK + JSON.stringify(next)))
  keep(change, copy)
  if (result.kind === 'text') await writeText(file, path, bytes, result.text)
  const isGone = result.kind === 'side' && !(await takeSide(place, deps, { path, stages, ...result }, signal))
  if (!isGone) await write(place, deps, { args: ['add', '--all', '--', pathspec(path)] }, signal)
  const done = { ...change, id: deps.id() }
  keep(done, { ...copy, after: { sha256: fingerprint(await bytesAt(file, path)) } })
  copies.forget(change.id)
  return done
}

/** Whether a stored copy undoes a resolution. Others are patches. */
export const isResolution = (copy: Buffer): boolean => copy.subarray(0, MARK.length).toString() === MARK

/** Makes a resolved file a conflict again, as it was. */
export async function restoreConflict(
  place: ActPlace,
  deps: ActDeps,
  { path, patch }: { readonly path: string; readonly patch: Buffer },
  signal: AbortSignal,
): Promise<void> {
  const { stages, bytes, commit, after } = Copy.parse(parseJson(patch.subarray(MARK.length).toString()))
  // After the merge is committed there is no conflict to go back to.
  if (place.status.repository.commit !== commit) throw AppError.saying('other', say('changes.noUndo'))
  const file = deps.join(place.repository.top, path)
  const now = await bytesAt(file, path)
  // A resolution that a crash interrupted has no state afterwards; its file is still in conflict.
  if (after === null) await stagesOf(place.repository, path, signal)
  else if (fingerprint(now) !== after.sha256)
    throw AppError.saying('other', say('changes.restoreConflict', { path }))
  const before = bytes === null ? null : Buffer.from(bytes, 'base64')
  if (now !== null || before !== null) await writeWorkBytes(file, path, now, before)
  const lines = [`0 ${'0'.repeat(40)}\t${path}`, ...stages]
  await write(
    place,
    deps,
    { args: ['update-index', '-z', '--index-info'], input: `${lines.join('\0')}\0` },
    signal,
  )
}

const MARK = 'orrery-conflict\n'

const Copy = z.strictObject({
  /** The entries of the index, as `git update-index --index-info` takes them. */
  stages: z.array(z.string()),
  bytes: z.string().nullable(),
  commit: z.string().nullable(),
  /** The file after it was resolved; null until then. */
  after: z.strictObject({ sha256: z.string().nullable() }).nullable(),
})
type Copy = z.infer<typeof Copy>

async function stagesOf(
  repository: Repository,
  path: string,
  signal: AbortSignal,
): Promise<readonly Stage[]> {
  const output = await repository.read(['ls-files', '--unmerged', '-z', '--', pathspec(path)], signal)
  const stages = output
    .toString('utf8')
    .split('\0')
    .flatMap((line): readonly Stage[] => {
      const found = /^\d+ ([0-9a-f]+) ([123])\t(.*)$/s.exec(line)
      if (found === null || found[3] !== path) return []
      return [{ line, id: found[1] ?? '', stage: Number(found[2]) as Stage['stage'] }]
    })
  if (stages.length === 0) throw AppError.saying('other', say('changes.noConflict', { path }))
  return stages
}

async function blobOf(
  repository: Repository,
  stages: readonly Stage[],
  wanted: Stage['stage'],
  signal: AbortSignal,
): Promise<Buffer | null> {
  const found = stages.find(({ stage }) => stage === wanted)
  return found === undefined ? null : await repository.read(['cat-file', 'blob', found.id], signal)
}

/** Reads a file of the work tree; null where there is none. Throws an `AppError` for links, folders and huge files. */
async function bytesAt(file: string, path: string): Promise<Buffer | null> {
  try {
    const stat = await lstat(file)
    if (!stat.isFile() || stat.size > MOST_COPY)
      throw AppError.saying('other', say('changes.notText', { path }))
    return await readFile(file)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

const fingerprint = (bytes: Buffer | null): string | null =>
  bytes === null ? null : createHash('sha256').update(bytes).digest('hex')

/** Whether a text box can hold the file and give it back as it is. */
function isEditable(bytes: Buffer): boolean {
  if (bytes.length > MOST_EDITED || bytes.includes(0) || !isUtf8(bytes)) return false
  const text = bytes.toString('utf8')
  const [returns, pairs] = [text.split('\r').length - 1, text.split('\r\n').length - 1]
  return returns === pairs && (pairs === 0 || pairs === text.split('\n').length - 1)
}

const lf = (text: string): string => text.replaceAll('\r\n', '\n')

async function writeText(file: string, path: string, before: Buffer | null, text: string): Promise<void> {
  if (before !== null && !isEditable(before)) throw AppError.saying('other', say('changes.notText', { path }))
  const isCrlf = before?.includes('\r\n') === true
  const bytes = Buffer.from(isCrlf ? text.replaceAll('\n', '\r\n') : text, 'utf8')
  await writeWorkBytes(file, path, before, bytes)
}

/** Takes the whole file of a side, as Git writes it. Removes the file where the side has none, and returns false. */
async function takeSide(
  place: ActPlace,
  deps: ActDeps,
  { path, side, stages }: { path: string; side: ConflictSide; stages: readonly Stage[] },
  signal: AbortSignal,
): Promise<boolean> {
  const isThere = stages.some(({ stage }) => stage === (side === 'ours' ? 2 : 3))
  const args = isThere
    ? ['checkout', '-q', `--${side}`, '--', pathspec(path)]
    : ['rm', '-q', '-f', '--ignore-unmatch', '--', pathspec(path)]
  await write(place, deps, { args }, signal)
  return isThere
}
