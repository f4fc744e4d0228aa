import type { ChangedFile } from '#shared/changes/changes.ts'
import type { FilePatch } from '../../git/parse-patch.ts'
import { patchesOf, patchOf } from '../compare.ts'
import { linesOf } from '../decisions/anchor.ts'
import type { Decisions } from '../decisions/decisions.ts'
import { acceptedLines } from '../decisions/review-state.ts'
import { textPatch } from '../decisions/text-diff.ts'
import { readWorkFile } from '../work-file.ts'
import { countsOf } from './chat-scope.ts'
import type { Ground } from './ground.ts'

type AcceptedDeps = {
  readonly decisions: Pick<Decisions, 'placedIn' | 'acceptedPaths'>
  readonly join: (...parts: string[]) => string
}

export type AcceptedScope = ReturnType<typeof createAcceptedScope>

/** Compares files with the lines that the person has accepted in them. */
export function createAcceptedScope({ decisions, join }: AcceptedDeps) {
  /** `known`: what git says about tracked files, which it need not say again. */
  const patch = async (
    ground: Ground,
    path: string,
    signal: AbortSignal,
    known: ReadonlyMap<string, FilePatch> | null = null,
  ): Promise<FilePatch | null> => {
    const { repository, status, placeId } = ground
    const now = await readWorkFile(join(repository.top, path))
    if (now.kind === 'other') return null
    const text = now.kind === 'text' ? now.text : ''
    const lines = linesOf(text)
    const { placed } = decisions.placedIn(placeId, path, lines)
    const entry = status.entries.get(path)
    const kind = entry?.kind === 'untracked' ? 'untracked' : 'modified'
    const from = status.repository.commit
    const file = { path, from: entry?.from ?? null, kind } as const
    const base =
      known !== null && isPlain(ground, path)
        ? (known.get(path) ?? null)
        : await patchOf(repository, 'uncommitted', from, file, signal)
    if (base?.isBinary === true) return null
    return textPatch(acceptedLines(lines, base?.hunks ?? [], placed).join(''), text)
  }
  return {
    patch,
    list: async (ground: Ground, signal: AbortSignal): Promise<readonly ChangedFile[]> => {
      const listed: ChangedFile[] = []
      const paths = decisions.acceptedPaths(ground.placeId)
      const plain = paths.filter((path) => isPlain(ground, path))
      const known = await patchesOf(ground.repository, ground.status.repository.commit, plain, signal)
      for (const path of paths) {
        signal.throwIfAborted()
        const found = await patch(ground, path, signal, known)
        if (found === null || found.hunks.length === 0) continue
        const entry = ground.status.entries.get(path)
        listed.push({
          path,
          from: null,
          kind: entry?.kind === 'untracked' ? 'untracked' : 'modified',
          ...countsOf(found),
          staged: entry?.staged ?? false,
          unstaged: entry?.unstaged ?? false,
        })
      }
      return listed
    },
  }
}

/** Whether a file is tracked under the name that it had. */
function isPlain({ status }: Ground, path: string): boolean {
  const entry = status.entries.get(path)
  return entry === undefined || (entry.kind === 'tracked' && entry.from === null)
}
