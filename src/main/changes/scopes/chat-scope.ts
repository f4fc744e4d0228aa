import { relative, sep } from 'node:path'
import type { ChangedFile, ChangeKind } from '#shared/changes/changes.ts'
import type { SessionId } from '#shared/ids.ts'
import type { FilePatch } from '../../git/parse-patch.ts'
import { textPatch } from '../decisions/text-diff.ts'
import type { Status } from '../parse-status.ts'
import { readWorkFile, type WorkFile } from '../work-file.ts'
import type { Ground } from './ground.ts'

/** A file that agents of a chat have changed. `before` is null where its earlier content is not stored. */
export type ChatFile = {
  /** The canonical path on disk. */
  readonly path: string
  readonly before: Buffer | 'absent' | null
}

export type ChatScopeDeps = {
  /** The files of the newest turn of a chat that changed files, or of all its turns. */
  readonly chatFiles: (
    sessionId: SessionId,
    scope: 'turn' | 'chat',
    signal: AbortSignal,
  ) => Promise<readonly ChatFile[]>
  readonly join: (...parts: string[]) => string
}

type Asked = { readonly scope: 'turn' | 'chat'; readonly sessionId: SessionId | null }

export type ChatScope = ReturnType<typeof createChatScope>

/** Compares files with what they held before a turn of a chat, or before the whole chat. */
export function createChatScope({ chatFiles, join }: ChatScopeDeps) {
  const filesOf = async ({ repository }: Ground, { scope, sessionId }: Asked, signal: AbortSignal) => {
    if (sessionId === null) return []
    const files = await chatFiles(sessionId, scope, signal)
    return files.flatMap(({ path, before }) => {
      const shown = relative(repository.top, path).split(sep).join('/')
      const isInside = shown !== '' && !shown.startsWith('../') && shown.startsWith(repository.prefix)
      return isInside ? [{ path: shown, before }] : []
    })
  }
  return {
    list: async (ground: Ground, asked: Asked, signal: AbortSignal): Promise<readonly ChangedFile[]> => {
      const listed: ChangedFile[] = []
      for (const { path, before } of await filesOf(ground, asked, signal)) {
        const now = await readWorkFile(join(ground.repository.top, path))
        const file = compared(path, before, now, ground.status)
        if (file !== null) listed.push(file)
      }
      return listed
    },
    /** Null: the same content, or an earlier content that is not stored. */
    patch: async (
      ground: Ground,
      { path, ...asked }: Asked & { readonly path: string },
      signal: AbortSignal,
    ): Promise<FilePatch | null> => {
      const file = (await filesOf(ground, asked, signal)).find((each) => each.path === path)
      if (file === undefined || file.before === null) return null
      return patchBetween(file.before, await readWorkFile(join(ground.repository.top, path)))
    },
  }
}

function patchBetween(before: Buffer | 'absent', now: WorkFile): FilePatch {
  const isBinary = now.kind === 'other' || (before !== 'absent' && before.includes(0))
  if (isBinary) return { header: '', hunks: [], isBinary: true, text: '' }
  const old = before === 'absent' ? '' : before.toString('latin1')
  return textPatch(old, now.kind === 'text' ? now.text : '')
}

function compared(
  path: string,
  before: ChatFile['before'],
  now: WorkFile,
  status: Status,
): ChangedFile | null {
  const entry = status.entries.get(path)
  const isNew = before === 'absent'
  if (isNew && now.kind === 'absent') return null
  const kind: ChangeKind =
    entry?.kind === 'untracked'
      ? 'untracked'
      : isNew
        ? 'added'
        : now.kind === 'absent'
          ? 'deleted'
          : 'modified'
  const base = {
    path,
    from: null,
    kind,
    staged: entry?.staged ?? false,
    unstaged: entry?.unstaged ?? false,
  }
  if (before === null) return { ...base, added: null, removed: null }
  const patch = patchBetween(before, now)
  if (patch.isBinary) return { ...base, added: null, removed: null }
  if (patch.hunks.length === 0 && !isNew && now.kind === 'text') return null
  return { ...base, ...countsOf(patch) }
}

/** Counts the lines added and removed. */
export function countsOf({ hunks }: FilePatch) {
  const count = (mark: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0)
  return { added: count('+'), removed: count('-') }
}
