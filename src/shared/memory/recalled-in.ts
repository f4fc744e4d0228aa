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

/**
 * Returns why a stored recall matched words only. Null when it also matched meanings or semantic recall was
 * off.
 */
export function missedIn({ data }: Pick<HarnessItem, 'data'>): MissedMeaning | null {
  return isRecall(data) ? (data.missed ?? null) : null
}

/**
 * Whether item data belongs to a recall. The data was validated when it was stored, so a shape check is
 * enough.
 */
function isRecall(data: unknown): data is RecallData {
  return typeof data === 'object' && data !== null && 'memories' in data && Array.isArray(data.memories)
}
