import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import type { ModelListing } from '#shared/model/model.ts'
import { STOPPED_BY_YOU } from '#shared/run/stopped-by-you.ts'
import type { Sentence } from '#shared/sentences.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage, NO_USAGE } from '#shared/session/usage.ts'
import { questionSubject } from '../../../approvals/question-subject.ts'
import { toolTitle } from '../../../approvals/tool-title.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import { isAtWork } from '../../../store/agents/chat-agents-store.ts'
import { spendingOf } from '../../../store/session-figures.ts'
import type { Numbers } from '../../../ui/base/numbers.ts'
import type { MarkState } from '../../../ui/controls/Mark.tsx'
import { dollarsText } from '../../../ui/limits/dollars-text.ts'
import { toolArgument } from '../transcript/tools/tool-summary.ts'

/** The shape of each state. */
export const AGENT_MARKS: Readonly<Record<AgentRunState, MarkState>> = {
  queued: 'pend',
  running: 'run',
  waiting: 'wait',
  paused: 'limit',
  done: 'done',
  failed: 'fail',
  stopped: 'stop',
  interrupted: 'stop',
}

/** Main's stop messages without a reason. The state already says as much. */
const NO_REASONS: ReadonlySet<string> = new Set(['Stopped.', 'It was stopped.', 'The agent was stopped.'])

type StopWords = (text: string, said: readonly Sentence[]) => string

/** Returns the activity or end of an agent, with its number of unread messages. */
export function doingText(run: AgentRun, t: Text, why: StopWords): string {
  const text = stateText(run, t, why)
  const isDeaf = run.unheard > 0 && !isAtWork(run)
  return isDeaf ? t('children.unheard', { text, count: run.unheard }) : text
}

function stateText(run: AgentRun, t: Text, why: StopWords): string {
  if (run.state === 'waiting' && run.asks.length > 0)
    return t('children.asks', { tool: questionSubject(run, t) })
  if (run.state === 'running') {
    if (run.doing === null) return t('children.thinks')
    return `${toolTitle(run.doing.tool, t)} ${toolArgument(run.doing.tool, run.doing.args)}`.trim()
  }
  if (run.state === 'stopped' && run.problem === STOPPED_BY_YOU) return t('children.stoppedByYou')
  const state = t(`children.state.${run.state}`)
  const isSaid = run.state === 'stopped' && run.problem !== null && NO_REASONS.has(run.problem)
  return run.problem === null || isSaid
    ? state
    : t('children.ended', { state, why: why(run.problem, run.said) })
}

type UsageByModel = Readonly<Record<string, Usage>>

/** Returns the total usage of these agents by model. */
export const usageOfAll = (runs: readonly AgentRun[]): UsageByModel => usageTogether({}, runs)

/** Returns the total usage of a chat and its agents by model. */
export function usageTogether(own: UsageByModel, runs: readonly AgentRun[]): UsageByModel {
  const sum: Record<string, Usage> = { ...own }
  for (const { usage } of runs) {
    for (const [model, used] of Object.entries(usage)) sum[model] = addUsage(sum[model] ?? NO_USAGE, used)
  }
  return sum
}

/** Everything it has read and written, in tokens. */
export function tokensOf(usage: UsageByModel): number {
  const { input, output } = spendingOf(usage, [], undefined)
  return input + output
}

/** Returns the formatted cost; empty without usage. */
export function costText(
  usage: UsageByModel,
  models: readonly ModelListing[],
  t: Text,
  numbers: Numbers,
): string {
  if (tokensOf(usage) === 0) return ''
  const { dollars } = spendingOf(usage, models, undefined)
  return dollarsText(dollars, t, numbers)
}
