import { useEffect } from 'react'
import type { ChangePlaceId } from '#shared/ids.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'

type BranchItemProps = {
  readonly branch: string
  readonly isWorktree: boolean
  /** The folder of the branch; null where it is not known. */
  readonly placeId: ChangePlaceId | null
}

/** The branch, with its distance to the upstream as this computer knows it. */
export function BranchItem({ branch, isWorktree, placeId }: BranchItemProps) {
  const t = useText()
  const reasons = [branch]
  const { data, reload } = useQuery('changes.distance', placeId === null ? null : { placeId }, {
    keep: true,
    reasons,
  })
  useEffect(() => {
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [reload])
  return (
    <>
      <Icon name={isWorktree ? 'worktree' : 'branch'} size="xs" />
      {isWorktree ? <span className="unseen">{t('worktrees.in')}</span> : null}
      {branch}
      {data === null || data.ahead + data.behind === 0 ? null : (
        <span className="text-fg-3" title={data.upstream}>
          <span className="unseen">
            {t('changes.aheadBehind', { ahead: data.ahead, behind: data.behind })}
          </span>
          <span aria-hidden="true">
            {data.ahead === 0 ? '' : `↑${data.ahead}`} {data.behind === 0 ? '' : `↓${data.behind}`}
          </span>
        </span>
      )}
    </>
  )
}
