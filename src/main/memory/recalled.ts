import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { MissedMeaning } from '#shared/memory/embedding.ts'
import type { RecallData } from '#shared/memory/recall.ts'
import type { RankedMemory } from './searching.ts'
import { toldItem } from './told.ts'

/** How many memories one question may bring along. */
export const MOST_RECALLED = 6

/** What a run is given of what is remembered: the words of somebody else, with where they are from. */
export function recalledItem(ranked: readonly RankedMemory[], missed: MissedMeaning | null): HarnessItem {
  const data: RecallData = {
    memories: ranked.map(({ item, score, words, by, always }) => ({
      ...{ id: item.id, key: item.key.slice(0, 200), scope: item.scope },
      ...{ score: Math.round(score * 100) / 100, words: [...words].slice(0, 12), by, always },
      from: { author: item.author, chat: item.source?.title?.slice(0, 200) ?? null },
    })),
    ...(missed === null ? {} : { missed }),
  }
  return {
    kind: 'memory-recall',
    origin: 'memory',
    content: ranked.map(({ item }) => toldItem(item)).join('\n\n'),
    visibility: 'compact',
    lifetime: 'run',
    placement: 'in-place',
    data,
  }
}
