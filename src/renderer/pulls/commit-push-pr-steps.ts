import type { ChangeList } from '#shared/changes/changes.ts'
import type { PullState } from '#shared/changes/pulls.ts'

/** A step from staged changes to a pull request. */
export type CommitPushPrStep = 'branch' | 'commit' | 'push' | 'create'

/**
 * Returns the steps that are left, in their order. A branch of its own is needed where the branch is the one that pull
 * requests are for. After a failure the steps that were done are not among them.
 */
export function stepsOf(
  { staged }: Pick<ChangeList, 'staged'>,
  { branch, base, isPushed, pull }: Pick<PullState, 'branch' | 'base' | 'isPushed' | 'pull'>,
): readonly CommitPushPrStep[] {
  const isOnBase = branch === base
  const isOpen = pull?.state === 'open' && !isOnBase
  if (isOnBase && staged === 0 && isPushed) return []
  return [
    ...(isOnBase ? (['branch'] as const) : []),
    ...(staged > 0 ? (['commit'] as const) : []),
    ...(staged > 0 || isOnBase || !isPushed ? (['push'] as const) : []),
    ...(isOpen ? [] : (['create'] as const)),
  ]
}

/** Splits a text into the title and the description of a pull request, as that of a commit. */
export function textsOf(text: string): { readonly title: string; readonly body: string } {
  const [title = '', ...rest] = text.trim().split('\n')
  return { title: title.trim().slice(0, 250), body: rest.join('\n').trim() }
}
