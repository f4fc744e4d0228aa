import { describe, expect, it } from 'vitest'
import type { PageId } from '#shared/ids.ts'
import { openKnowledgeRig } from '../../../test/support/rigs/knowledge/knowledge-rig.ts'
import { HERE, THERE, USER } from '../../../test/support/rigs/knowledge/memory-rig.ts'

const titles = (pages: readonly { title: string }[]) => pages.map(({ title }) => title)
const { signal } = new AbortController()
const everything = { limit: 50, offset: 0 }

describe('a page', () => {
  it('keeps what it was before, and every change can be taken back', () => {
    const { pages, reading, keep } = openKnowledgeRig()
    const id = keep(HERE, 'Tides', 'Twice a day.')
    const { changeId } = pages.edit(id, { title: 'Tides', body: 'About twice a day.', tags: ['sea'] })
    expect(reading.detail(id).history.map(({ act }) => act)).toEqual(['edited', 'created'])
    pages.undo(changeId)
    expect([reading.detail(id).body, reading.detail(id).page.tags]).toEqual(['Twice a day.', []])
    expect(() => pages.undo(changeId)).toThrow('changed again')
  })

  it('is deleted and had back with its words', () => {
    const { pages, reading, keep } = openKnowledgeRig()
    const id = keep(HERE, 'Tides', 'Twice a day.')
    const { changeId } = pages.bulk([id], { act: 'remove' })
    expect(() => reading.detail(id)).toThrow('no longer stored')
    pages.undo(changeId)
    expect(reading.detail(id).body).toBe('Twice a day.')
  })

  it('is out of the way in the archive until it is taken out', () => {
    const { pages, reading, keep } = openKnowledgeRig()
    const id = keep(HERE, 'Tides', 'Twice a day.')
    pages.bulk([id], { act: 'archive' })
    expect(reading.page({}, everything).total).toBe(0)
    expect(reading.page({ archived: true }, everything).total).toBe(1)
    pages.bulk([id], { act: 'unarchive' })
    expect(reading.facets()).toMatchObject({ all: 1, archived: 0, typed: 1 })
  })

  it('is moved to another scope and back, and no other project finds it', async () => {
    const { pages, reading, keep, search } = openKnowledgeRig()
    const id = keep(HERE, 'Tides', 'Twice a day.')
    const { changeId } = pages.bulk([id], { act: 'move', to: THERE })
    const found = async (scope: typeof HERE) =>
      titles((await search.typed('twice', { scope }, everything, signal)).hits.map(({ page }) => page))
    expect([await found(HERE), await found(THERE)]).toEqual([[], ['Tides']])
    expect(reading.detail(id).history.map(({ act }) => act)).toEqual(['moved', 'created'])
    pages.undo(changeId)
    expect([await found(HERE), await found(THERE)]).toEqual([['Tides'], []])
  })

  it('is one of many that are tagged, archived and deleted at once', () => {
    const { pages, reading, keep, redactor } = openKnowledgeRig()
    const ids = ['Tides', 'Locks'].map((title) => keep(HERE, title, 'Twice a day.'))
    const [first] = ids
    if (first === undefined) throw new Error('Nothing was kept.')
    pages.bulk([first], { act: 'tag', tag: 'sea' })
    expect(pages.bulk(ids, { act: 'tag', tag: 'sea' }).ids).toEqual([ids[1]])
    expect(reading.page({ tag: 'sea' }, everything).total).toBe(2)
    pages.bulk([first], { act: 'untag', tag: 'sea' })
    redactor.add('harbour-master-key')
    expect(() => pages.bulk(ids, { act: 'tag', tag: 'harbour-master-key' })).toThrow('secret')
    const { changeId } = pages.bulk(ids, { act: 'archive' })
    expect(reading.facets().archived).toBe(2)
    pages.undo(changeId)
    expect([reading.facets().all, reading.detail(first).page.tags]).toEqual([2, []])
  })

  it('holds no secret', () => {
    const { pages, keep, redactor } = openKnowledgeRig()
    redactor.add('harbour-master-key')
    expect(() => keep(HERE, 'Keys', 'It is harbour-master-key.')).toThrow('secret')
    const id = keep(HERE, 'Keys', 'They are in the vault.')
    expect(() => pages.edit(id, { title: 'Keys', body: `sk-${'a'.repeat(24)}`, tags: [] })).toThrow('secret')
  })

  it('keeps the newest thirty versions', () => {
    const { pages, reading, keep } = openKnowledgeRig()
    const id = keep(HERE, 'Tides', '0')
    for (let at = 1; at <= 40; at += 1) pages.edit(id, { title: 'Tides', body: String(at), tags: [] })
    expect([reading.detail(id).history.length, reading.detail(id).body]).toEqual([30, '40'])
  })
})

describe('links between pages', () => {
  it('lead to the page of that name, and back', () => {
    const { reading, keep } = openKnowledgeRig()
    const locks = keep(HERE, 'Locks', 'See [[harbour TIDES]] and [[Nowhere]].')
    const tides = keep(HERE, 'Harbour Tides', 'Twice a day.')
    expect(reading.detail(locks).linksTo).toEqual([
      { target: 'Nowhere', page: null },
      { target: 'harbour TIDES', page: { id: tides, title: 'Harbour Tides' } },
    ])
    expect(titles(reading.detail(tides).linkedFrom)).toEqual(['Locks'])
  })

  it('never lead out of a project', () => {
    const { reading, keep } = openKnowledgeRig()
    const linked = (id: PageId) => reading.detail(id).linksTo.map(({ page }) => page?.id ?? null)
    const other = keep(THERE, 'Tides', 'Theirs.')
    const here = keep(HERE, 'Locks', '[[Tides]]')
    const user = keep(USER, 'Pilots', '[[Tides]]')
    expect([linked(here), linked(user)]).toEqual([[null], [null]])
    const wide = keep(USER, 'Tides', 'For all.')
    expect([linked(here), linked(user)]).toEqual([[wide], [wide]])
    expect(reading.detail(other).linkedFrom).toEqual([])
  })
})
