import { useText } from '../../../messages/TextProvider.tsx'
import { isAtWork } from '../../../store/chat-agents-store.ts'
import { spendingOf } from '../../../store/session-figures.ts'
import { useNumbers } from '../../../ui/numbers.ts'
import { useNow } from '../../../ui/time.ts'
import { UseLine } from '../../../ui/UseLine.tsx'
import { useApp } from '../agents-context.ts'
import { usedBy } from './spent.ts'
import { useTeamScene } from './team-scene.ts'
import { workedMs } from './worked.ts'

/** How far the team is from the lines that were drawn for it. */
export function TeamLines() {
  const t = useText()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  const { view, runOf } = useTeamScene()
  const runs = view.members.flatMap((member) => runOf(member) ?? [])
  const now = useNow(1_000, () => runs.some(isAtWork))
  const { limits } = view.team
  if (limits === null) return null
  const { dollars, input, output } = spendingOf(usedBy(runs), models, undefined)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-x-6 gap-y-2">
      <UseLine
        used={typeof dollars === 'number' ? dollars : 0}
        warn={limits.warnCost}
        stop={limits.stopCost}
        words={numbers.dollars}
        what={t('chat.cost')}
      />
      <UseLine
        used={input + output}
        warn={limits.warnTokens}
        stop={limits.stopTokens}
        words={numbers.short}
        what={t('chat.limits.tokens')}
      />
      <UseLine
        used={workedMs(runs, now) / 60_000}
        warn={limits.warnMinutes}
        stop={limits.stopMinutes}
        words={(minutes) => t('teams.limits.minutes', { count: Math.floor(minutes) })}
        what={t('teams.limits.time')}
      />
    </div>
  )
}
