import type { AgentRun } from '#shared/agent/agent-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { WorkedClock } from '../../../ui/limits/WorkedClock.tsx'
import { useApp } from '../chat-context.ts'
import { costText, tokensOf } from './agent-words.ts'

/** Shows an agent's usage so far: calls, tokens, cost, time. */
export function AgentFigures({ run }: { run: AgentRun }) {
  const t = useText()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  const tokens = tokensOf(run.usage)
  const spent = costText(run.usage, models, t, numbers)
  // An unknown price is not repeated here; the inspector shows it.
  const cost = spent === t('chat.noPrice') ? '' : spent
  return (
    <span className="figures flex shrink-0 items-center gap-2 text-fg-3 text-xs">
      {run.tools === null || run.tools === 0 ? null : (
        <span>{t('children.calls', { count: run.tools })}</span>
      )}
      {tokens === 0 ? null : <span>{numbers.short(tokens)}</span>}
      {cost === '' ? null : <span className="max-medium:hidden">{cost}</span>}
      <WorkedClock of={[run.worked]} />
    </span>
  )
}
