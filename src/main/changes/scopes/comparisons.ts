import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangedFile, ChangeHunk, ChangeScope } from '#shared/changes/changes.ts'
import type { SessionId } from '#shared/ids.ts'
import { hunksById } from '../../git/hunk-ids.ts'
import type { FilePatch } from '../../git/parse-patch.ts'
import { isErrno } from '../../lib/errno.ts'
import { baseOf, changedIn, patchOf } from '../compare.ts'
import type { Status } from '../parse-status.ts'
import type { AcceptedScope } from './accepted-scope.ts'
import type { ChatScope } from './chat-scope.ts'
import type { Ground } from './ground.ts'

/** A comparison as the window asks for it. */
export type Comparison = { readonly scope: ChangeScope; readonly sessionId?: SessionId }

/** The differences of one file, and the stage of its lines. */
export type ComparedFile = {
  readonly file: Pick<ChangedFile, 'path' | 'from' | 'kind'>
  readonly patch: FilePatch | null
  readonly stageOf: (hunkId: string) => ChangeHunk['stage']
}

export type ScopeDeps = { readonly chat: ChatScope; readonly accepted: AcceptedScope }

/** Lists the files that differ. `base` is the branch that scope `branch` compares with. */
export async function listIn(
  ground: Ground,
  { scope, sessionId }: Comparison,
  deps: ScopeDeps,
  signal: AbortSignal,
): Promise<{ readonly base: string | null; readonly files: readonly ChangedFile[] }> {
  const { repository, status } = ground
  if (scope === 'turn' || scope === 'chat')
    return {
      base: null,
      files: await deps.chat.list(ground, { scope, sessionId: sessionId ?? null }, signal),
    }
  if (scope === 'approved') return { base: null, files: await deps.accepted.list(ground, signal) }
  const base = scope === 'branch' ? await baseOf(repository, status, signal) : null
  if (scope === 'branch' && base === null) return { base: null, files: [] }
  const from = base?.commit ?? status.repository.commit
  return { base: base?.name ?? null, files: await changedIn(repository, scope, from, status, signal) }
}

/** Compares one file. `hideWhitespace` leaves out lines that differ in white space only. */
export async function compareFile(
  ground: Ground,
  request: Comparison & { readonly path: string; readonly hideWhitespace: boolean },
  deps: ScopeDeps,
  signal: AbortSignal,
): Promise<ComparedFile> {
  const { scope, path, sessionId } = request
  const { repository, status } = ground
  const file = fileOf(status, path)
  if (scope === 'turn' || scope === 'chat') {
    const patch = await deps.chat.patch(ground, { scope, sessionId: sessionId ?? null, path }, signal)
    return { file, patch, stageOf: () => null }
  }
  if (scope === 'approved')
    return { file, patch: await deps.accepted.patch(ground, path, signal), stageOf: () => null }
  const base = scope === 'branch' ? await baseOf(repository, status, signal) : null
  // Git would read and pack a large new file only to say that it is one.
  if (file.kind === 'untracked' && (await isLarge(join(repository.top, path))))
    return { file, patch: BINARY, stageOf: () => 'unstaged' }
  const from = base?.commit ?? status.repository.commit
  const more = request.hideWhitespace ? ['-w'] : []
  const patch = await patchOf(repository, scope, from, file, signal, more)
  const entry = status.entries.get(path)
  const isSplit = scope === 'uncommitted' && entry?.staged === true && entry.unstaged
  if (!isSplit) return { file, patch, stageOf: () => wholeStage(scope, entry?.staged ?? false) }
  const [inIndex, outside] = [
    await patchOf(repository, 'staged', from, file, signal, more),
    await patchOf(repository, 'unstaged', from, file, signal, more),
  ]
  const staged = hunksById(path, inIndex?.hunks ?? [])
  const unstaged = hunksById(path, outside?.hunks ?? [])
  return {
    file,
    patch,
    stageOf: (id) => (staged.has(id) ? 'staged' : unstaged.has(id) ? 'unstaged' : 'mixed'),
  }
}

const BINARY: FilePatch = { header: '', hunks: [], isBinary: true, text: '' }
/** Bytes of a new file above which its content is not read. */
const LARGE_BYTES = 5 * 1024 * 1024

async function isLarge(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).size > LARGE_BYTES
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}

/** The kind of a file and its earlier path, as git sees it now. */
function fileOf(status: Status, path: string): ComparedFile['file'] {
  const entry = status.entries.get(path)
  if (entry === undefined) return { path, from: null, kind: 'modified' }
  const kind = entry.kind === 'tracked' ? 'modified' : path.endsWith('/') ? 'submodule' : entry.kind
  return { path, from: entry.from, kind }
}

function wholeStage(scope: ChangeScope, staged: boolean): ChangeHunk['stage'] {
  if (scope === 'branch') return null
  return scope === 'staged' || (scope === 'uncommitted' && staged) ? 'staged' : 'unstaged'
}
