import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageId } from '#shared/ids.ts'
import { openKnowledgeRig } from '../../../test/support/rigs/knowledge/knowledge-rig.ts'
import { HERE, OTHER, PROJECT, THERE, USER } from '../../../test/support/rigs/knowledge/memory-rig.ts'
import { createPageSearch } from './page-search.ts'

const { signal } = new AbortController()
const asked = { projectId: PROJECT, limit: 6, minScore: 0 }
const place = { limit: 50, offset: 0 }

describe('passages that fit a question', () => {
  it('are of the project and of all projects, whatever titles are', async () => {
    const title = fc.constantFrom('a', 'a:b', '%', '_', '🧭', 'prj_00000001', '" OR "')
    const body = fc.constantFrom('tide', '# prj_00000001\ntide', `tide ${'x'.repeat(10_240)}`, '[[a]] tide')
    const where = fc.constantFrom(HERE, THERE, USER)
    const rig = openKnowledgeRig()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ title, body, where }), { maxLength: 6 }), async (pages) => {
        for (const each of pages) rig.keep(each.where, each.title, each.body)
        for (const projectId of [PROJECT, OTHER, null]) {
          const found = await rig.search.passages({ ...asked, question: 'tide', projectId }, signal)
          for (const { page } of found) {
            expect([projectId, null]).toContain(page.scope.level === 'user' ? null : page.scope.id)
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  it('come with their heading and are that part of the page', async () => {
    const rig = openKnowledgeRig()
    rig.keep(HERE, 'Harbour', '# Tides\nTwice a day.\n# Locks\nThe sea lock opens at half past four.')
    rig.keep(HERE, 'Garden', 'Roses want sun.')
    const [first] = await rig.search.passages({ ...asked, question: 'When does the lock open?' }, signal)
    expect(first).toMatchObject({ heading: 'Locks', text: '# Locks\nThe sea lock opens at half past four.' })
    expect(first?.score).toBeGreaterThan(0.3)
    expect(first?.score).toBeLessThanOrEqual(1)
  })

  it('say each thing once', async () => {
    const rig = openKnowledgeRig()
    for (const where of [HERE, HERE, USER]) rig.keep(where, 'Locks', 'The sea lock opens at half past four.')
    expect(await rig.search.passages({ ...asked, question: 'sea lock' }, signal)).toHaveLength(1)
  })

  it('are of no archived page, and of none that was changed or moved in this moment', async () => {
    const rig = openKnowledgeRig()
    const id = rig.keep(HERE, 'Locks', 'The sea lock opens at four.')
    const there = rig.keep(THERE, 'Locks', 'The sea lock opens at five.')
    const found = (pageId: PageId, version: number) => [
      { pageId, version, start: 0, end: 9, heading: '', score: 1, words: [], by: [] },
    ]
    const late = (answer: unknown) => createPageSearch({ ...rig, ask: async () => answer })
    const versionOf = (page: PageId) => rig.pages.get(page).version
    for (const answer of [found(id, versionOf(id) + 1), found(there, versionOf(there))]) {
      expect(await late(answer).passages({ ...asked, question: 'lock' }, signal)).toEqual([])
    }
    rig.pages.bulk([id], { act: 'archive' })
    expect(await rig.search.passages({ ...asked, question: 'sea lock' }, signal)).toEqual([])
  })
})

describe('what is typed', () => {
  it('finds pages with every word, in one part or in several, also Chinese and code', async () => {
    const rig = openKnowledgeRig()
    const harbour = rig.keep(HERE, 'Harbour', '# Tides\nTwice a day.\n# Locks\nHalf past four.', ['sea'])
    const code = rig.keep(HERE, 'Rounding', 'Call `legacyRounding(total)` once.\n\n四舍五入：导出发票时按行')
    const find = async (text: string) =>
      (await rig.search.typed(text, {}, place, signal)).hits.map(({ page }) => page.id)
    expect([await find('half'), await find('twice past'), await find('sea')]).toEqual([
      [harbour],
      [harbour],
      [harbour],
    ])
    expect([await find('cyRounding(to'), await find('发票'), await find('twice rounding')]).toEqual([
      [code],
      [code],
      [],
    ])
  })

  it('shows the part and the words around', async () => {
    const rig = openKnowledgeRig()
    rig.keep(HERE, 'Harbour', `# Tides\n${'Much water. '.repeat(20)}\n# Locks\nThe sea lock opens.`)
    const { hits } = await rig.search.typed('sea lo', {}, place, signal)
    expect(hits[0]?.found).toEqual({ heading: 'Locks', text: 'The sea lock opens.' })
  })

  it('narrows by the filter and counts what is on other pages', async () => {
    const rig = openKnowledgeRig()
    for (const at of [1, 2, 3]) rig.keep(HERE, `Buoy ${at}`, 'It is red.', ['red'])
    rig.keep(USER, 'Buoys', 'They are red or green.')
    expect(
      (await rig.search.typed('red', { tag: 'red' }, { limit: 2, offset: 2 }, signal)).hits,
    ).toHaveLength(1)
    expect((await rig.search.typed('red', { scope: USER }, place, signal)).total).toBe(1)
    expect((await rig.search.typed('red', { archived: true }, place, signal)).total).toBe(0)
  })
})
