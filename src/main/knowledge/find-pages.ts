import type { PageId } from '#shared/ids.ts'
import { findFolded, foldText } from '#shared/search/fold-text.ts'
import { columnsOf, type ScopeColumns, scopeOf } from '../database/scope-columns.ts'
import { gramsOf, isCode } from '../ranking/match-code.ts'
import { type RankText, rankMemories } from '../ranking/rank.ts'
import { contentWordsOf, wordsOf } from '../ranking/words.ts'
import type { TextVectors } from '../vectors/text-vectors.ts'
import type { IndexDocs, IndexedChunk, Where } from './index/index-docs.ts'
import type { FoundPage, FoundPassage, KnowledgeQuestion, MeantPage } from './index/index-question.ts'
import type { IndexSource } from './index/index-source.ts'

type Deps = {
  readonly docs: Pick<IndexDocs, 'byWords' | 'byGrams' | 'byIds' | 'pagesWith'>
  readonly source: Pick<IndexSource, 'page'>
  readonly shelf: Pick<TextVectors, 'nearest'>
}
type Typed = Extract<KnowledgeQuestion, { t: 'typed' }>
type Meant = Extract<KnowledgeQuestion, { t: 'meant' }>
type Fitting = Extract<KnowledgeQuestion, { t: 'fitting' }>

/** Index hits considered for ranking. */
const MOST_CANDIDATES = 40
/** A question has no more to say than this. */
const MOST_WORDS = 48
const MOST_CHUNKS = 1_000
/** Length of the excerpt, and of its part before the first match. */
const SHOWN = 220
const BEFORE = 60

/**
 * Creates the search for pages and parts. It runs in the index thread, because reading the texts takes time.
 */
export function createPageFinder({ docs, source, shelf }: Deps) {
  return {
    /** Pages with every word: those that have them in one part first, then those that have them anywhere. */
    typed: ({ text, scopes, archived, limit }: Typed): FoundPage[] => {
      const where: Where = { scopes, archived, limit: MOST_CHUNKS }
      const words = [...new Set(wordsOf(text, 'typed'))].slice(0, MOST_WORDS)
      const literal = foldText(text.trim())
      const needles = [literal, ...words]
      const read = createReader(source)
      const found = new Map<PageId, IndexedChunk | null>()
      for (const chunk of asCode(text, literal, where, read))
        if (!found.has(chunk.page_id)) found.set(chunk.page_id, chunk)
      for (const chunk of docs.byWords(words, true, where))
        if (!found.has(chunk.page_id)) found.set(chunk.page_id, chunk)
      for (const id of anywhere(words, where)) if (!found.has(id)) found.set(id, null)
      return [...found].slice(0, limit).map(([id, chunk]) => ({ id, part: partOf(chunk, needles, read) }))
    },
    /** Pages with a part that means something like what was typed, each with the nearest of them. */
    meant: ({ near, scopes, limit }: Meant): MeantPage[] => {
      const read = createReader(source)
      const alike = shelf.nearest(near, scopes, limit)
      const chunks = new Map(docs.byIds(alike.map(({ id }) => id)).map((chunk) => [chunk.id, chunk]))
      const found = new Map<PageId, MeantPage>()
      for (const { id, meaning } of alike) {
        const chunk = chunks.get(id)
        if (chunk === undefined || found.has(chunk.page_id)) continue
        found.set(chunk.page_id, { id: chunk.page_id, part: partOf(chunk, [], read), meaning })
      }
      return [...found.values()]
    },
    fitting: ({ question, scopes, near, now, minScore, limit }: Fitting): FoundPassage[] => {
      const words = [...new Set(contentWordsOf(question))].slice(0, MOST_WORDS)
      const read = createReader(source)
      const found = docs.byWords(words, false, { scopes, archived: false, limit: MOST_CANDIDATES })
      const alike = new Map(
        near === null
          ? []
          : shelf.nearest(near, scopes, MOST_CANDIDATES).map(({ id, meaning }) => [id, meaning]),
      )
      const known = new Set(found.map(({ id }) => id))
      const others = docs.byIds([...alike.keys()].filter((id) => !known.has(id)))
      const chunks = [...found, ...others.map((chunk) => ({ ...chunk, found: 0 }))]
      const candidates = chunks.flatMap((chunk) =>
        candidateOf({ ...chunk, meaning: alike.get(chunk.id) ?? 0 }, scopes, read),
      )
      return rankMemories(question, candidates, { now, minScore, limit, feedback: new Map() }).map(
        ({ item: { chunk }, score, words: shared, by }) => ({
          pageId: chunk.page_id,
          version: chunk.version,
          start: chunk.start,
          end: chunk.end,
          heading: chunk.heading,
          score,
          words: [...shared],
          by: [...by],
        }),
      )
    },
  }

  function asCode(text: string, literal: string, where: Where, read: Reader): IndexedChunk[] {
    const grams = isCode(text.trim()) ? gramsOf(literal) : null
    if (grams === null) return []
    return docs.byGrams(grams, where).filter((chunk) => foldText(read(chunk)?.text ?? '').includes(literal))
  }
  function anywhere(words: readonly string[], where: Where): readonly PageId[] {
    const [first, ...others] = words.map((word) => docs.pagesWith(word, where))
    return first === undefined || others.length === 0
      ? []
      : [...first].filter((id) => others.every((each) => each.has(id)))
  }
}

type Read = { readonly page: NonNullable<ReturnType<IndexSource['page']>>; readonly text: string }
type Reader = (chunk: IndexedChunk) => Read | null

/** Reads parts of pages, each page once. Null: the page has other words by now. */
function createReader(source: Deps['source']): Reader {
  const pages = new Map<PageId, ReturnType<IndexSource['page']>>()
  return ({ page_id, version, start, end }) => {
    const page = pages.has(page_id) ? (pages.get(page_id) ?? null) : source.page(page_id)
    pages.set(page_id, page)
    return page?.version === version ? { page, text: page.body.slice(start, end) } : null
  }
}

type Candidate = IndexedChunk & Pick<RankText, 'found' | 'meaning'>

function candidateOf(chunk: Candidate, scopes: readonly ScopeColumns[], read: Reader) {
  const there = read(chunk)
  if (there === null || there.page.archived) return []
  const { page, text } = there
  const scope = scopeOf(page)
  // Pages moved since they were indexed are left out.
  if (!isIn(columnsOf(scope), scopes)) return []
  const key = chunk.heading === '' ? page.title : `${page.title}\n${chunk.heading}`
  const { updatedAt, tags } = page
  const { found, meaning } = chunk
  return [{ id: String(chunk.id), key, content: text, tags, scope, updatedAt, found, meaning, chunk }]
}

function isIn({ scope, scope_id }: ScopeColumns, scopes: readonly ScopeColumns[]): boolean {
  return scopes.some((each) => each.scope === scope && each.scope_id === scope_id)
}

/** Returns the excerpt of a chunk around the first matched word. */
function partOf(chunk: IndexedChunk | null, needles: readonly string[], read: Reader): FoundPage['part'] {
  const there = chunk === null ? null : read(chunk)
  if (chunk === null || there === null) return null
  // Its heading is shown above it.
  const words = there.text.replace(/^ {0,3}#{1,6}[ \t].*\n+(?=\S)/, '')
  const [span] = findFolded(words, needles, 1)
  const from = Math.max(0, (span?.[0] ?? 0) - BEFORE)
  const start = from === 0 ? 0 : Math.max(from, words.indexOf(' ', from) + 1)
  const shown = words.slice(start, start + SHOWN).replaceAll(/\s+/g, ' ')
  const text = `${start > 0 ? '… ' : ''}${shown.trim()}`.replace(/[\ud800-\udbff]$/, '')
  return { heading: chunk.heading, text }
}
