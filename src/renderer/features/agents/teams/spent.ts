import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage, NO_USAGE } from '#shared/session/usage.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { spendingOf } from '../../../store/session-figures.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { dollarsText } from '../../../ui/limits/dollars-text.ts'
import { useApp } from '../agents-context.ts'

type UsageByModel = Readonly<Record<string, Usage>>

/** Returns the total usage of these teammates with their subagents. */
export function usedBy(runs: readonly AgentRun[]): UsageByModel {
  const sum: Record<string, Usage> = {}
  for (const { subtree } of runs) {
    for (const [model, used] of Object.entries(subtree.usage)) {
      sum[model] = addUsage(sum[model] ?? NO_USAGE, used)
    }
  }
  return sum
}

/** Returns the formatter of usage: money if the price is known, otherwise tokens; empty without usage. */
export function useSpent(): (usage: UsageByModel) => string {
  const t = useText()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  return (usage) => {
    const { dollars, input, output } = spendingOf(usage, models, undefined)
    if (input + output === 0) return ''
    const tokens = t('teams.tokens', { tokens: numbers.short(input + output) })
    if (dollars === 'unknown') return tokens
    return `${dollarsText(dollars, t, numbers)} · ${tokens}`
  }
}
