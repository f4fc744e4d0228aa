import { AppError } from '#shared/errors.ts'
import type { MemoryId } from '#shared/ids.ts'
import type { MemoryDetail, MemoryFacets, MemoryFilter, MemoryPage } from '#shared/memory/memory.ts'
import { say } from '#shared/sentences.ts'
import type { ListRows } from './list-rows.ts'
import { memoryText } from './memory-text.ts'
import { itemOf, type MemoryRows } from './rows.ts'
import type { UseRows } from './use-rows.ts'

type Deps = {
  readonly rows: MemoryRows
  readonly lists: ListRows
  readonly uses: UseRows
  readonly now: () => number
  readonly countTokens: (text: string) => number
}

/** As many words find one message among all of a chat. */
const SAID_WORDS = 8

/** Creates the read access to memories for the person. */
export function createMemoryReading({ rows, lists, uses, now, countTokens }: Deps) {
  return {
    page: (filter: MemoryFilter, place: { limit: number; offset: number }): MemoryPage => ({
      hits: lists.page(filter, now(), place).map((item) => ({ item, score: null })),
      total: lists.count(filter, now()),
    }),
    facets: (): MemoryFacets => lists.facets(now()),
    detail: (id: MemoryId): MemoryDetail => {
      const row = rows.one(id)
      if (row === null || row.removed_at !== null)
        throw AppError.saying('memory.not_found', say('memory.gone'))
      const item = itemOf(row)
      const text = memoryText(item)
      const said = rows.said(id)
      return {
        item,
        history: rows.history(id),
        uses: uses.of(id),
        feedback: uses.feedbackOf(id),
        said: said === null ? null : { words: beginning(said.text ?? ''), at: said.ts },
        shown: { text, tokens: countTokens(text) },
      }
    },
  }
}

export type MemoryReading = ReturnType<typeof createMemoryReading>

function beginning(text: string): string {
  return text.trim().split(/\s+/).slice(0, SAID_WORDS).join(' ')
}
