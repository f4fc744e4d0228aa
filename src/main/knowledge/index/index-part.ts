import type { IndexPart, IndexPlace } from '../../search/index-part.ts'
import { createTextVectors } from '../../vectors/text-vectors.ts'
import { createPageFinder } from '../find-pages.ts'
import { createPageWriter } from '../write-pages.ts'
import { createIndexDocs, embeddablePart, KNOWLEDGE_TABLES } from './index-docs.ts'
import { type IndexStanding, KnowledgeQuestion } from './index-question.ts'
import { createIndexSource } from './index-source.ts'

/** Work steps that a query waits for. */
const PIECES_BEFORE_ANSWER = 3

/** The words of pages, in the index file. `knowledge_position` is the newest version that was read. */
export const knowledgeIndexPart: IndexPart = {
  name: 'knowledge',
  version: 2,
  schema: KNOWLEDGE_TABLES,
  open: ({ index, log }: IndexPlace) => {
    const docs = createIndexDocs(index)
    const source = createIndexSource(log)
    const writer = createPageWriter({ docs, source })
    const step = index.transaction(() => writer.step())
    // Indexes recent changes before a search, unless there are very many.
    const catchUp = (): boolean => {
      let more = true
      for (let piece = 0; piece < PIECES_BEFORE_ANSWER && more; piece += 1) more = step()
      return more
    }
    const shelf = createTextVectors({
      index,
      kind: 'knowledge',
      catchUp,
      textOf: ({ id, hash }) => {
        const [chunk] = docs.byIds([id])
        const page = chunk === undefined ? null : source.page(chunk.page_id)
        const part = chunk === undefined || page === null ? null : embeddablePart(page, chunk)
        return part?.hash === hash ? part.text : null
      },
    })
    const find = createPageFinder({ docs, source, shelf })
    const standing = (): IndexStanding => ({ indexed: docs.count(), behind: writer.behind() })
    return {
      compare: writer.compare,
      check: () => {
        const [kept, indexed] = [source.pages(), docs.indexed()]
        const missing = [...kept].filter(([id, version]) => indexed.get(id) !== version).length
        const extra = [...indexed.keys()].filter((id) => !kept.has(id)).length
        return { part: 'knowledge' as const, kept: kept.size, missing, extra }
      },
      changed: writer.changed,
      step,
      ask: (question: unknown): unknown => {
        const asked = KnowledgeQuestion.parse(question)
        if (asked.t === 'standing') return standing()
        if (asked.t === 'unembedded' || asked.t === 'embedded' || asked.t === 'tidy')
          return shelf.answer(asked)
        catchUp()
        if (asked.t === 'meant') return find.meant(asked)
        return asked.t === 'typed' ? find.typed(asked) : find.fitting(asked)
      },
    }
  },
}
