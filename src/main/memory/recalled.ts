import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { MissedMeaning } from '#shared/memory/embedding.ts'
import type { RecallData } from '#shared/memory/recall.ts'
import { memoryText } from './memory-text.ts'
import type { RankedMemory } from './searching.ts'

/** Maximum memories recalled per question. */
export const MOST_RECALLED = 6

type Fitting = { readonly told: readonly RankedMemory[]; readonly left: readonly RankedMemory[] }

/**
 * Splits ranked items into those that fit the token budget and those that are too long, best first. The best
 * one is always included; the request truncates it if needed.
 */
export function whatFits(
  ranked: readonly RankedMemory[],
  room: number,
  countTokens: (text: string) => number,
): Fitting {
  const [told, left]: [RankedMemory[], RankedMemory[]] = [[], []]
  for (const each of ranked) {
    const fits = told.length === 0 || countTokens(wordsOf([...told, each])) <= room
    ;(fits ? told : left).push(each)
  }
  return { told, left }
}

function wordsOf(ranked: readonly RankedMemory[]): string {
  return ranked.map(({ item }) => memoryText(item)).join('\n\n')
}

type Besides = { readonly missed: MissedMeaning | null; readonly left: readonly RankedMemory[] }

/** Returns the recall item for a run: quoted memories with their sources. */
export function recalledItem(ranked: readonly RankedMemory[], { missed, left }: Besides): HarnessItem {
  const data: RecallData = {
    memories: ranked.map(({ item, score, words, by, always }) => ({
      id: item.id,
      key: item.key.slice(0, 200),
      scope: item.scope,
      score: Math.round(score * 100) / 100,
      words: [...words].slice(0, 12),
      by,
      always,
      from: { author: item.author, chat: item.source?.title?.slice(0, 200) ?? null },
    })),
    ...(missed === null ? {} : { missed }),
    ...(left.length === 0 ? {} : { left: left.map(({ item }) => item.key.slice(0, 200)) }),
  }
  return {
    kind: 'memory-recall',
    origin: 'memory',
    content: wordsOf(ranked),
    visibility: 'compact',
    // It keeps its place, so that the requests after it begin in the same way.
    lifetime: 'session',
    placement: 'in-place',
    data,
  }
}
