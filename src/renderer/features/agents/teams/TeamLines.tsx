import { workedUntil } from '#shared/run/worked.ts'
import { spendingOf } from '../../../store/session-figures.ts'
import { useNow } from '../../../ui/base/time.ts'
import { UseLines } from '../../../ui/limits/UseLines.tsx'
import { useApp } from '../agents-context.ts'
import { usedBy } from './spent.ts'
import { useTeamScene } from './team-scene.ts'

/** Shows the team's usage relative to its limits. */
export function TeamLines() {
  const models = useApp((state) => state.models)
  const { view, runOf } = useTeamScene()
  const runs = view.members.flatMap((member) => runOf(member) ?? [])
  const worked = runs.map(({ subtree }) => subtree.worked)
  const now = useNow(1_000, () => worked.some(({ going }) => going > 0))
  const { limits } = view.team
  if (limits === null) return null
  const { dollars, input, output } = spendingOf(usedBy(runs), models, undefined)
  return (
    <UseLines
      limits={limits}
      dollars={typeof dollars === 'number' ? dollars : 0}
      tokens={input + output}
      minutes={worked.reduce((ms, each) => ms + workedUntil(each, now), 0) / 60_000}
    />
  )
}
