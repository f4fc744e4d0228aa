import type { DurableEvent } from '#shared/events/event.ts'
import { beginsExchange, type SnippedExchange, snippedIn, WORDS_SHOWN } from '#shared/session/snipped.ts'
import { cutPath } from '../branch/cut.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'
import { tokensOf, wordsOf } from './compaction-plan.ts'

/** The exchanges of a branch that are left out and can be put back, oldest first. What was summed up since cannot. */
export function leftOutOf(path: readonly DurableEvent[], count: TokenCounter): readonly SnippedExchange[] {
  const { firsts, events } = snippedIn(path)
  if (firsts.size === 0) return []
  const inReach = new Set(cutPath(path).events)
  const begins = path.filter(beginsExchange)
  return begins.flatMap((first, index) => {
    if (!firsts.has(first.id) || !inReach.has(first)) return []
    const next = begins[index + 1]
    const end = next === undefined ? path.length : path.indexOf(next)
    const out = path.slice(path.indexOf(first), end).filter(({ id }) => events.has(id))
    return [
      {
        first: first.id,
        words: [...wordsOf(first).trim()].slice(0, WORDS_SHOWN).join(''),
        tokens: out.reduce((sum, event) => sum + tokensOf(event, count), 0),
        next: next?.id ?? null,
      },
    ]
  })
}
