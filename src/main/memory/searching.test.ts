import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemoryFilter } from '#shared/memory/memory.ts'
import { conceptVector } from '../../../test/support/models/concept-vectors.ts'
import {
  HERE,
  OTHER,
  openMemoryRig,
  PROJECT,
  THERE,
  USER,
} from '../../../test/support/rigs/knowledge/memory-rig.ts'
import { Unembedded } from '../vectors/vector-question.ts'
import { createMemorySearch } from './searching.ts'

const { signal } = new AbortController()
const asked = { projectId: PROJECT, limit: 6, minScore: 0 }

describe('what fits a question', () => {
  it('is of the project and of all projects, whatever the keys are', async () => {
    const key = fc.constantFrom('a', 'a:b', '%', '_', '🧭', 'prj_00000001', '" OR "', 'x'.repeat(10_240))
    const place = fc.constantFrom(HERE, THERE, USER)
    const rig = openMemoryRig()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ key, place }), { maxLength: 6 }), async (items) => {
        for (const each of items) rig.keep(each.place, each.key, `tide ${each.place.level}`)
        for (const projectId of [PROJECT, OTHER, null]) {
          const found = await rig.search.fitting({ ...asked, question: 'tide', projectId }, signal)
          for (const { item } of found) expect([projectId, null]).toContain(ownerOf(item.scope))
        }
      }),
      { numRuns: 25 },
    )
  })

  it('is not what was moved away since the index was asked', async () => {
    const rig = openMemoryRig()
    const id = rig.keep(THERE, 'tide', 'Twice a day.')
    const search = createMemorySearch({
      rows: { byIds: () => [] },
      lists: rig.lists,
      now: rig.now,
      ask: async () => [{ id, score: 1, words: [], by: [], always: false }],
    })
    expect(await search.fitting({ ...asked, question: 'tide' }, signal)).toEqual([])
  })

  it('is first what the person wants always used there, and only there', async () => {
    const rig = openMemoryRig()
    const id = rig.keep(HERE, 'tone', 'Answer in plain words.')
    rig.uses.setAlways(id, PROJECT, true)
    rig.uses.setAlways(id, OTHER, true)
    const ask = async (projectId: typeof PROJECT) =>
      (await rig.search.fitting({ ...asked, question: 'How high is the tide?', projectId }, signal)).map(
        ({ item, always }) => [item.id, always],
      )
    expect(await ask(PROJECT)).toEqual([[id, true]])
    expect(await ask(OTHER)).toEqual([])
  })
})

describe('what is typed', () => {
  it('narrows by the filter and counts what is on other pages', async () => {
    const rig = openMemoryRig()
    for (const at of [1, 2, 3]) rig.keep(HERE, `buoy ${at}`, 'It is red.')
    rig.keep(USER, 'buoy', 'They are red or green.')
    const page = await rig.search.typed('buo', { scope: HERE }, { limit: 2, offset: 2 }, signal)
    expect([page.hits.length, page.total]).toEqual([1, 3])
    expect((await rig.search.typed('buo gre', {}, { limit: 9, offset: 0 }, signal)).total).toBe(1)
  })
})

function ownerOf(scope: typeof HERE) {
  return scope.level === 'user' ? null : scope.id
}

describe('what a person types', () => {
  it('is found by meaning where no word of it stands, wherever that is kept, or in one place', async () => {
    const { keep, ask, search } = openMemoryRig()
    const here = keep(HERE, 'mole', 'The haven is shut at dusk.')
    const there = keep(THERE, 'quay', 'Ships leave the harbour at noon.')
    keep(HERE, 'tone', 'Answer in plain words.')
    const { texts } = Unembedded.parse(ask({ t: 'unembedded', model: 'one', limit: 9 }))
    const vectors = texts.map(({ hash, text }) => ({ hash, vector: conceptVector(text) }))
    ask({ t: 'embedded', model: 'one', unlike: 0, vectors })
    const near = { model: 'one', vector: conceptVector('port') }
    const ids = async (filter: MemoryFilter) =>
      (await search.meant(near, filter, signal)).map(({ item }) => item.id).sort()
    expect(await ids({})).toEqual([here, there].sort())
    expect(await ids({ scope: HERE })).toEqual([here])
  })
})
