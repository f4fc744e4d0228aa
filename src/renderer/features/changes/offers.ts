import type { ChangedFile, ChangeHunk, ChangeScope } from '#shared/changes/changes.ts'
import type { FileAct } from './FileHead.tsx'
import type { HunkAct } from './HunkHead.tsx'

/** The acts on a file and on a hunk. */
export type Offers = {
  readonly file: (file: ChangedFile) => readonly FileAct[]
  readonly hunk: (file: ChangedFile, hunk: ChangeHunk) => readonly HunkAct[]
}

/** The acts that a scope offers. None without trust, and none on hunks that are drawn without white space. */
export function offersOf(scope: ChangeScope, canAct: boolean): Offers {
  const file = ({ kind, staged, unstaged }: ChangedFile): readonly FileAct[] => {
    if (!canAct || scope === 'branch' || kind === 'submodule') return []
    if (scope === 'staged') return ['unstage']
    return [
      ...(unstaged ? ['stage' as const] : []),
      ...(staged && scope === 'uncommitted' ? ['unstage' as const] : []),
      ...(kind === 'conflicted' ? [] : ['discard' as const]),
    ]
  }
  const hunk = ({ kind }: ChangedFile, { stage }: ChangeHunk): readonly HunkAct[] => {
    const comment = ['comment' as const]
    if (!canAct || stage === null || stage === 'mixed' || kind === 'conflicted') return comment
    if (stage === 'staged') return ['unstage', ...comment]
    return kind === 'untracked' ? comment : ['stage', 'discard', ...comment]
  }
  return { file, hunk }
}
