import { describe, expect, it } from 'vitest'
import type { PageId } from '#shared/ids.ts'
import { openKnowledgeRig } from '../../../test/support/knowledge-rig.ts'
import { HERE, THERE, USER } from '../../../test/support/memory-rig.ts'

const titles = (pages: readonly { title: string }[]) => pages.map(({ title }) => title)
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
    const { changeId } = pages.remove([id])
    expect(() => reading.detail(id)).toThrow('not kept')
    pages.undo(changeId)
    expect(reading.detail(id).body).toBe('Twice a day.')
  })

  it('is out of the way in the archive until it is taken out', () => {
    const { pages, reading, keep } = openKnowledgeRig()
    const id = keep(HERE, 'Tides', 'Twice a day.')
    pages.archive([id], true)
    expect(reading.page({}, everything).total).toBe(0)
    expect(reading.page({ archived: true }, everything).total).toBe(1)
    pages.archive([id], false)
    expect(reading.facets()).toMatchObject({ all: 1, archived: 0, typed: 1 })
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
