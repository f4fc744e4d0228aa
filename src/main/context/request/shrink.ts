import type { Entry, Staged, Verdict } from '../branch/entry.ts'
import type { ContextPolicy } from '../budget/policy.ts'
import { stubOf } from './measure.ts'

/** Replaces every long tool output before `before` with a stub. Calls keep their results. */
export function shrinkOutputs(
  entries: readonly Entry[],
  before: number,
  policy: Pick<ContextPolicy, 'toolOutput'>,
): Staged<Entry> {
  if (before === 0) return { entries, verdicts: [] }
  const verdicts: Verdict[] = []
  const shrunk = entries.map((entry, index) => {
    const stub = index < before ? stubOf(entry, policy) : null
    if (stub === null || entry.from !== 'message') return entry
    verdicts.push({ eventId: entry.eventId, outcome: 'truncated', rule: 'shrink' })
    return { ...entry, message: stub }
  })
  return { entries: shrunk, verdicts }
}
