import { isAtWork } from '../../../store/chat-agents-store.ts'
import { spendingOf } from '../../../store/session-figures.ts'
import { useNow } from '../../../ui/time.ts'
import { UseLines } from '../../../ui/UseLines.tsx'
import { useApp } from '../agents-context.ts'
import { usedBy } from './spent.ts'
import { useTeamScene } from './team-scene.ts'
import { workedMs } from './worked.ts'

/** How far the team is from the lines that were drawn for it. */
export function TeamLines() {
  const models = useApp((state) => state.models)
  const { view, runOf } = useTeamScene()
  const runs = view.members.flatMap((member) => runOf(member) ?? [])
  const now = useNow(1_000, () => runs.some(isAtWork))
  const { limits } = view.team
  if (limits === null) return null
  const { dollars, input, output } = spendingOf(usedBy(runs), models, undefined)
  return (
    <UseLines
      limits={limits}
      dollars={typeof dollars === 'number' ? dollars : 0}
      tokens={input + output}
      minutes={workedMs(runs, now) / 60_000}
    />
  )
}
