import type { ContextBreakdown } from '#shared/context/trace.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { costOf } from '#shared/model/cost.ts'
import type { ModelListing } from '#shared/model/model.ts'
import type { Usage } from '#shared/session/message.ts'

/** The cost of a session: dollars, `free` without any price, `plan` where a plan pays, `unknown` when a price is missing. */
export type Spending = {
  readonly dollars: number | 'free' | 'plan' | 'unknown'
  readonly input: number
  readonly output: number
}

/** Adds up what each model used, at its own price. Before anything was used it goes by the model that will answer. */
export function spendingOf(
  usageByModel: Readonly<Record<string, Usage>>,
  models: readonly ModelListing[],
  next: ModelListing | undefined,
): Spending {
  let dollars = 0
  let priced = false
  let unknown = false
  let ofPlan = false
  let input = 0
  let output = 0
  for (const [model, usage] of Object.entries(usageByModel)) {
    const read = usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
    input += read
    output += usage.output
    if (read + usage.output === 0) continue
    const known = models.find((listing) => listing.ref === model)
    const cost = costOf(usage, known ?? null)
    if (known?.plan !== undefined) ofPlan = true
    if (cost === null) {
      unknown = true
      continue
    }
    if (cost > 0 || (known?.inputPrice ?? 0) > 0 || (known?.outputPrice ?? 0) > 0) priced = true
    dollars += cost
  }
  if (input + output === 0) return { dollars: priceOfNothing(next), input, output }
  const unpaid = ofPlan ? 'plan' : 'free'
  return { dollars: unknown ? 'unknown' : priced ? dollars : unpaid, input, output }
}

/** Returns the initial cost: `unknown` when the model has no known price. */
function priceOfNothing(model: ModelListing | undefined): Spending['dollars'] {
  const { inputPrice = null, outputPrice = null, plan } = model ?? {}
  if (plan !== undefined) return 'plan'
  if (inputPrice === null || outputPrice === null) return 'unknown'
  return inputPrice === 0 && outputPrice === 0 ? 'free' : 0
}

/**
 * Returns the context usage: the size of the newest request, or the provider's count for the newest answer.
 */
export function contextUse(
  breakdown: ContextBreakdown | null,
  path: readonly DurableEvent[],
  model: ModelListing | undefined,
): { readonly used: number; readonly window: number } | null {
  if (breakdown !== null) {
    const { instructions, memory, messages, toolOutput, attachments, window } = breakdown
    return { used: instructions + memory + messages + toolOutput + attachments, window }
  }
  if (model === undefined) return null
  const last = path.findLast((event) => event.kind === 'message' && event.payload.message.usage !== undefined)
  const usage = last?.kind === 'message' ? last.payload.message.usage : undefined
  const used = usage === undefined ? 0 : usage.input + (usage.cacheRead ?? 0) + usage.output
  return { used, window: model.contextWindow }
}

export type ChangedFile = { readonly path: string; readonly added: number; readonly removed: number }

/** The files that tools changed on this branch, in the order they were first touched. */
export function changedFiles(path: readonly DurableEvent[]): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const event of path) {
    const details = event.kind === 'message' ? event.payload.message.tool?.details : undefined
    if (details?.kind !== 'edit' && details?.kind !== 'write') continue
    const { added, removed } = details.diff
    const known = files.get(details.path) ?? { path: details.path, added: 0, removed: 0 }
    files.set(details.path, { ...known, added: known.added + added, removed: known.removed + removed })
  }
  return [...files.values()]
}
