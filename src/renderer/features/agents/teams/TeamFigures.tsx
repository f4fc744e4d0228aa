import { useText } from '../../../messages/TextProvider.tsx'
import { WorkedClock } from '../../../ui/WorkedClock.tsx'
import { usedBy, useSpent } from './spent.ts'
import { useTeamScene } from './team-scene.ts'

/** What all teammates have used together, and how long they have worked. Nothing before the first has begun. */
export function TeamFigures() {
  const t = useText()
  const { view, runOf } = useTeamScene()
  const runs = view.members.flatMap((member) => runOf(member) ?? [])
  const spent = useSpent()(usedBy(runs))
  if (runs.length === 0) return null
  return (
    <span title={t('teams.spent')} className="figures whitespace-nowrap text-fg-3 text-xs">
      {spent === '' ? '' : `${spent} · `}
      <WorkedClock of={runs.map(({ subtree }) => subtree.worked)} />
    </span>
  )
}
