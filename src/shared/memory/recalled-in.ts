import type { HarnessItem } from '../context/harness-item.ts'
import type { MissedMeaning } from './embedding.ts'
import type { RecallData, RecalledMemory } from './recall.ts'

/** The memories a stored item brought along; none when it is something else. */
export function recalledIn({ kind, data }: Pick<HarnessItem, 'kind' | 'data'>): readonly RecalledMemory[] {
  return kind === 'memory-recall' && isRecall(data) ? data.memories : []
}

/** The keys of what fitted a stored recall as well and was too long. */
export function leftOutIn({ data }: Pick<HarnessItem, 'data'>): readonly string[] {
  return isRecall(data) ? (data.left ?? []) : []
}

/** Why only words were compared for a stored recall; null when meanings were too, or nobody wanted them to be. */
export function missedIn({ data }: Pick<HarnessItem, 'data'>): MissedMeaning | null {
  return isRecall(data) ? (data.missed ?? null) : null
}

/** What an item carries was checked when it was stored; here it is only told from what other items carry. */
function isRecall(data: unknown): data is RecallData {
  return typeof data === 'object' && data !== null && 'memories' in data && Array.isArray(data.memories)
}
