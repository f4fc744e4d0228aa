import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Usage } from '#shared/session/message.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/numbers.ts'
import { clockText, useNow } from '../../../ui/time.ts'
import { useApp } from '../chat-context.ts'
import { isOver } from './agent-tree.ts'
import { costText, tokensOf, usageTogether, workedMs } from './agent-words.ts'
import { useAgentRuns } from './use-agents-of-chat.ts'

/** What the chat and all its agents cost together, and how long the agents have worked. Nothing without agents. */
export function AgentsCost({ own }: { own: Readonly<Record<string, Usage>> }) {
  const t = useText()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  const runs = useAgentRuns()
  if (runs.length === 0) return null
  const usage = usageTogether(own, runs)
  const cost = costText(usage, models, t, numbers)
  const tokens = t('chat.limits.tokenCount', { tokens: numbers.short(tokensOf(usage)) })
  return (
    <p className="figures flex justify-between gap-2 text-fg-3 text-xs">
      <span>{t('children.withAgents', { count: runs.length })}</span>
      <span>
        {[cost, tokens].filter((part) => part !== '').join(' · ')} · <WorkedTogether runs={runs} />
      </span>
    </p>
  )
}

/** The time of all these agents together. It ticks only while one of them works. */
function WorkedTogether({ runs }: { runs: readonly AgentRun[] }) {
  const sum = (now: number) => runs.reduce((ms, run) => ms + workedMs(run, now), 0)
  return runs.every(isOver) ? <span>{clockText(sum(0))}</span> : <Ticking sum={sum} />
}

function Ticking({ sum }: { sum: (now: number) => number }) {
  return <span>{clockText(sum(useNow(1_000)))}</span>
}
