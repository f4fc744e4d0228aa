import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, RunId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { priceOf, pricesOf } from '#shared/model/price-of.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Usage } from '#shared/session/message.ts'
import type { Spent } from '../../tools/tool.ts'
import { systemRunRecord } from './system-run-record.ts'

/** The agent that web searches of model providers are counted under. */
const SEARCH_AGENT = 'web-search' as AgentId

/** Returns the events that count a request which a tool made itself to a model, as a run of its own. */
export function spendingEvents(
  runId: RunId,
  parent: RunRecord,
  spent: Spent,
  info: Pick<ModelInfo, 'prices' | 'inputPrice' | 'outputPrice'> | null,
): NewDurableEvent[] {
  const { model, durationMs } = spent
  const asked = { text: '', error: null, usage: pricedBy(info, spent), durationMs }
  return systemRunRecord(runId, parent, { agentId: SEARCH_AGENT, model, asked, failed: false })
}

/** The usage with its cost; without one where the price of the model is not known. */
function pricedBy(info: Parameters<typeof spendingEvents>[3], { usage, extraUsd }: Spent): Usage {
  const prices = info === null ? null : pricesOf(info)
  if (prices === null) return usage
  return { ...usage, cost: { estimated: priceOf(usage, prices).usd + extraUsd } }
}
