import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemoryId, ProjectId } from '#shared/ids.ts'
import { diceOverlap, fuseRanks } from './overlap.ts'
import { type RankOptions, type RankText, rankMemories } from './rank.ts'
import { contentWordsOf, wordsOf } from './words.ts'

const NOW = 1_700_000_000_000
const DAY = 86_400_000

function item(id: string, key: string, content: string, more: Partial<RankText> = {}): RankText {
  return {
    id: id as MemoryId,
    scope: { level: 'project', id: 'prj_00000001' as ProjectId },
    key,
    content,
    tags: [],
    updatedAt: NOW,
    found: 1,
    meaning: 0,
    ...more,
  }
}

const options: RankOptions = { now: NOW, minScore: 0.3, limit: 5, feedback: new Map() }
const ranked = (question: string, items: readonly RankText[], more: Partial<RankOptions> = {}) =>
  rankMemories(question, items, { ...options, ...more }).map(({ item: { id } }) => id)

const ITEMS = [
  item('tax', 'rounding policy', 'Tax is rounded once per invoice, half up.'),
  item('port', 'preview port', 'The preview server listens on 4173.'),
  item('test', 'test conventions', 'Money fixtures use integer cents.'),
  item('zh', '四舍五入', '导出发票时按行四舍五入，合计以发票总额为准。'),
]

describe('words', () => {
  it.each([
    ['Rounding of invoices', ['round', 'invoic']],
    ['the policies and the policy', ['policy', 'policy']],
    ['legacyRounding', ['legacyround', 'legacy', 'round']],
    ['怎么导出发票？', ['导出', '出发', '发票']],
  ])('of “%s” are compared without what does not matter', (text, words) => {
    expect(contentWordsOf(text)).toEqual(words)
  })

  it('are the same for every way to write one letter', () => {
    expect(wordsOf('ＰＯＲＴ ４１７３')).toEqual(wordsOf('port 4173'))
  })
})

describe('overlap', () => {
  it('is from 0 to 1, the same both ways, and 1 for the same words', () => {
    const set = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e')).map((words) => new Set(words))
    fc.assert(
      fc.property(set, set, (left, right) => {
        const overlap = diceOverlap(left, right)
        expect(overlap).toBeGreaterThanOrEqual(0)
        expect(overlap).toBeLessThanOrEqual(1)
        expect(diceOverlap(right, left)).toBe(overlap)
        expect(diceOverlap(left, left)).toBe(left.size === 0 ? 0 : 1)
      }),
    )
  })

  it('of places is 1 for what is first everywhere, and nothing for what is found nowhere', () => {
    const fused = fuseRanks([
      [3, 2, 2, 0],
      [5, 0, 1, 0],
    ])
    expect(fused[0]).toBe(1)
    expect(fused[1]).toBeLessThan(fused[2] ?? 0)
    expect(fused[3]).toBe(0)
  })
})

describe('the order', () => {
  it('has first what the question is about, in both languages, and nothing that does not fit', () => {
    expect(ranked('How do we round tax on an invoice?', ITEMS)).toEqual(['tax'])
    expect(ranked('which port does the preview server use', ITEMS)).toEqual(['port'])
    expect(ranked('发票要怎么四舍五入？', ITEMS)).toEqual(['zh'])
    expect(ranked('What is the weather like?', ITEMS)).toEqual([])
    expect(ranked('', ITEMS)).toEqual([])
  })

  it('says by which words, as they were written', () => {
    const [first] = rankMemories('How are Invoices rounded?', ITEMS, options)
    expect(first?.words).toEqual(['invoices', 'rounded'])
  })

  it('prefers what is newer and nearer among equals', () => {
    const old = item('old', 'deploy', 'Run make ship alpha', { updatedAt: NOW - 400 * DAY })
    const mine = item('mine', 'deploy', 'Run make ship beta', { scope: { level: 'user' } })
    const here = item('here', 'deploy', 'Run make ship gamma')
    expect(ranked('how do I deploy', [old, mine, here])).toEqual(['here', 'mine', 'old'])
  })

  it('tells one of several that say the same', () => {
    const again = item('again', 'rounding policy', 'Tax is rounded once per invoice, half up!')
    expect(ranked('round tax invoice', [...ITEMS, again])).toHaveLength(1)
  })

  it('follows what the person said', () => {
    const said = (always: boolean, notUseful: number) =>
      new Map([['tax' as MemoryId, { projectId: null, always, notUseful }]])
    expect(ranked('What is the weather like?', ITEMS, { feedback: said(true, 0) })).toEqual(['tax'])
    expect(ranked('How do we round tax on an invoice?', ITEMS, { feedback: said(false, 3) })).toEqual([])
  })

  it('has scores from 0 to 1, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 }), { maxLength: 8 }), (question, texts) => {
        const items = texts.map((content, index) => item(`i${index}`, content, content))
        for (const { score } of rankMemories(question, items, { ...options, minScore: 0 })) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('is by words alone where nobody compared meanings, and better by any meaning that was found', () => {
    const meaning = fc.double({ min: 0, max: 1, noNaN: true })
    const question = fc.constantFrom('Which port?', 'How are invoices rounded?', '发票', 'tides')
    fc.assert(
      fc.property(question, fc.array(meaning, { minLength: 4, maxLength: 4 }), (asked, meanings) => {
        const all = { ...options, minScore: 0, limit: 9 }
        const words = new Map(rankMemories(asked, ITEMS, all).map((each) => [each.item.id, each]))
        const both = ITEMS.map((each, at) => ({ ...each, meaning: meanings[at] ?? 0 }))
        for (const { item: found, score, by } of rankMemories(asked, both, all)) {
          const before = words.get(found.id)
          expect(by.includes('meaning')).toBe(found.meaning > 0)
          expect(by.includes('words')).toBe(before?.by.includes('words') ?? false)
          expect(score).toBeGreaterThanOrEqual(before?.score ?? 0)
          expect(score).toBeLessThanOrEqual(1)
          if (found.meaning === 0) expect(score).toBe(before?.score)
        }
      }),
    )
  })

  it('finds by meaning what shares no word', () => {
    const items = ITEMS.map((each) => ({ ...each, found: 0, meaning: each.id === 'port' ? 0.8 : 0 }))
    const [first, ...others] = rankMemories('Wo ist der Hafen?', items, options)
    expect(first).toMatchObject({ item: { id: 'port' }, by: ['meaning'], words: [] })
    expect(others).toEqual([])
  })
})
