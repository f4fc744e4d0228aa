import { useText } from '../../../messages/TextProvider.tsx'
import { usedBy, useSpent } from './spent.ts'
import { useTeamScene } from './team-scene.ts'

/** What all teammates have used together. Nothing before the first has begun. */
export function TeamFigures() {
  const t = useText()
  const { view, runOf } = useTeamScene()
  const spent = useSpent()(usedBy(view.members.flatMap((member) => runOf(member) ?? [])))
  if (spent === '') return null
  return (
    <span title={t('teams.spent')} className="figures whitespace-nowrap text-fg-3 text-xs">
      {spent}
    </span>
  )
}
