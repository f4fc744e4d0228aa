import { useText } from '../../../messages/TextProvider.tsx'
import { WorkedClock } from '../../../ui/limits/WorkedClock.tsx'
import { usedBy, useSpent } from './spent.ts'
import { useTeamScene } from './team-scene.ts'

/** Shows the usage and working time of all teammates. Empty before the first start. */
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
