import type { ChangedFile, ChangeHunk, ChangeScope } from '#shared/changes/changes.ts'
import type { FileAct } from './FileHead.tsx'
import type { HunkAct } from './HunkHead.tsx'

/** The acts on a file and on a hunk. */
export type Offers = {
  readonly file: (file: ChangedFile) => readonly FileAct[]
  readonly hunk: (file: ChangedFile, hunk: ChangeHunk) => readonly HunkAct[]
}

/** Scopes whose files can be staged. */
const STAGING: ReadonlySet<ChangeScope> = new Set(['uncommitted', 'unstaged', 'staged'])

type Situation = {
  readonly scope: ChangeScope
  /** Whether the person trusts the project. */
  readonly canAct: boolean
  /** Whether the hunks are drawn without white space, so that their lines are not those of the file. */
  readonly hideWhitespace: boolean
}

/** The acts that a scope offers. Without trust the person can accept and comment. */
export function offersOf({ scope, canAct, hideWhitespace }: Situation): Offers {
  const file = ({ kind, staged, unstaged, added }: ChangedFile): readonly FileAct[] => {
    if (kind === 'submodule') return []
    const hasLines = (added !== null || kind === 'untracked') && kind !== 'conflicted'
    const accept = hasLines && scope !== 'staged' && !hideWhitespace ? ['accept' as const] : []
    if (!canAct || !STAGING.has(scope)) return accept
    if (kind === 'conflicted') return ['resolve', 'stage']
    if (scope === 'staged') return ['unstage']
    return [
      ...accept,
      ...(unstaged ? ['stage' as const] : []),
      ...(staged && scope === 'uncommitted' ? ['unstage' as const] : []),
      'discard',
    ]
  }
  const hunk = ({ kind }: ChangedFile, { stage, review }: ChangeHunk): readonly HunkAct[] => {
    const comment = ['comment' as const]
    if (hideWhitespace || kind === 'conflicted') return comment
    if (scope === 'staged') return canAct ? ['unstage', ...comment] : comment
    const { state } = review
    const undo = state === 'accepted' || state === 'rejected' ? ['undo' as const] : []
    const accept = state === 'accepted' ? [] : ['accept' as const]
    const reject = canAct && state !== 'rejected' && stage !== 'staged' ? ['reject' as const] : []
    const staging = canAct && STAGING.has(scope) ? stagingOf(kind, stage) : []
    return [...undo, ...accept, ...reject, ...staging, ...comment]
  }
  return { file, hunk }
}

function stagingOf(kind: ChangedFile['kind'], stage: ChangeHunk['stage']): readonly HunkAct[] {
  if (stage === 'staged') return ['unstage']
  return stage === 'unstaged' && kind !== 'untracked' ? ['stage'] : []
}
