import type { RunRecord } from '#shared/run/run.ts'
import { workedSoFar } from '#shared/run/worked.ts'
import type { Usage } from '#shared/session/message.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { WorkedClock } from '../../../ui/limits/WorkedClock.tsx'
import { useApp, useSession } from '../chat-context.ts'
import { costText, tokensOf, usageTogether } from './agent-words.ts'
import { useAgentRuns } from './use-agents-of-chat.ts'

/** Shows the total cost and working time of the chat and all its agents. Empty without agents. */
export function AgentsCost({ own }: { own: Readonly<Record<string, Usage>> }) {
  const t = useText()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  const chat = useSession((state) => state.folds.runs)
  const runs = useAgentRuns()
  if (runs.length === 0) return null
  const worked = [workedSoFar(Object.values<RunRecord>(chat)), ...runs.map((run) => run.worked)]
  const usage = usageTogether(own, runs)
  const cost = costText(usage, models, t, numbers)
  const tokens = t('chat.limits.tokenCount', { tokens: numbers.short(tokensOf(usage)) })
  return (
    <p className="figures flex justify-between gap-2 text-fg-3 text-xs">
      <span>{t('children.withAgents', { count: runs.length })}</span>
      <span>
        {[cost, tokens].filter((part) => part !== '').join(' · ')} · <WorkedClock of={worked} />
      </span>
    </p>
  )
}
