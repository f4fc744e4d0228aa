import { describe, expect, it } from 'vitest'
import type { MemoryId } from '#shared/ids.ts'
import type { MemoryPairs } from '#shared/memory/pair.ts'
import { ARCHIVED_TAG } from '#shared/memory/store-command.ts'
import { conceptVector } from '../../../../test/support/models/concept-vectors.ts'
import { HERE, openMemoryRig, THERE, USER } from '../../../../test/support/rigs/knowledge/memory-rig.ts'
import { Unembedded } from '../../vectors/vector-question.ts'
import { BY_PERSON } from '../memory.ts'

const { signal } = new AbortController()
const everything = { about: null, model: null }

const told = ({ pairs }: MemoryPairs) =>
  pairs.map(({ one, other, why }) => [why, ...[one.id, other.id].sort()])
const pairOf = (why: string, one: MemoryId, other: MemoryId) => [why, ...[one, other].sort()]

describe('memories that say something about each other', () => {
  it('are paired by their key, by the same words and by nearly the same words', async () => {
    const { keep, pairs } = openMemoryRig()
    const port = keep(HERE, 'port', 'It listens on 4173.')
    const Port = keep(USER, 'Port', 'It listens on 8080.')
    const feet = keep(HERE, 'harbour gauge', 'The harbour gauge reads in feet.')
    const metres = keep(HERE, 'units', 'The harbour gauge reads in metres.')
    const cut = keep(HERE, 'release day', 'Cut on Fridays.')
    const again = keep(USER, 'when to cut', 'cut  on fridays.')
    keep(HERE, 'lamp', 'The beacon burns at night.')
    const found = await pairs.find(everything, signal)
    expect(told(found)).toEqual([
      pairOf('contradicts', port, Port),
      pairOf('same', cut, again),
      pairOf('alike', feet, metres),
    ])
    expect(found.total).toBe(3)
    expect(told(await pairs.find({ about: metres, model: null }, signal))).toEqual([
      pairOf('alike', feet, metres),
    ])
  })

  it('contradict when a number or a denial is all that differs, also in Chinese', async () => {
    const { keep, pairs } = openMemoryRig()
    const port = keep(HERE, 'preview port', 'It listens on 4173.')
    const later = keep(HERE, 'where it listens', 'It listens on 8080.')
    const lint = keep(HERE, 'linting', 'Run the linter before each commit.')
    const never = keep(USER, 'commits', 'Never run the linter before each commit.')
    const zh = keep(HERE, '发布', '每周三发布新版本')
    const zhLater = keep(USER, '版本', '每周五发布新版本')
    expect(told(await pairs.find(everything, signal)).sort()).toEqual(
      [
        pairOf('contradicts', port, later),
        pairOf('contradicts', lint, never),
        pairOf('contradicts', zh, zhLater),
      ].sort(),
    )
    expect(told(await pairs.find({ about: port, model: null }, signal))).toEqual([
      pairOf('contradicts', port, later),
    ])
  })

  it('are no pairs as entries of a list, of which each has a number of its own', async () => {
    const { keep, pairs } = openMemoryRig()
    const ids = Array.from({ length: 12 }, (_, at) => keep(HERE, `invoice ${at}`, `Invoice ${at} was paid.`))
    expect(await pairs.find(everything, signal)).toEqual({ pairs: [], total: 0 })
    for (const about of ids)
      expect((await pairs.find({ about, model: null }, signal)).total).toBeLessThanOrEqual(2)
  })

  it('are paired only where a chat sees both', async () => {
    const { keep, pairs, memory } = openMemoryRig()
    const here = keep(HERE, 'port', 'The preview server listens on 4173.')
    const there = keep(THERE, 'port', 'The preview server listens on 8080.')
    expect(await pairs.find(everything, signal)).toEqual({ pairs: [], total: 0 })
    memory.bulk([there], { act: 'move', to: USER })
    expect(told(await pairs.find(everything, signal))).toEqual([pairOf('contradicts', here, there)])
  })

  it('are not paired once one of them is changed, removed or put away', async () => {
    const { keep, pairs, memory } = openMemoryRig()
    const feet = keep(HERE, 'gauge', 'The harbour gauge reads in feet.')
    const metres = keep(HERE, 'units', 'The harbour gauge reads in metres.')
    const count = async () => (await pairs.find(everything, signal)).total
    expect(await count()).toBe(1)
    const { changeId } = memory.bulk([metres], { act: 'remove' })
    expect(await count()).toBe(0)
    memory.undo(changeId)
    expect(await count()).toBe(1)
    memory.bulk([metres], { act: 'tag', tag: ARCHIVED_TAG })
    expect(await count()).toBe(0)
    memory.bulk([metres], { act: 'untag', tag: ARCHIVED_TAG })
    memory.edit(feet, { key: 'gauge', content: 'Ask the pilot.', tags: [] }, BY_PERSON)
    expect(await count()).toBe(0)
  })

  it('are paired with each other when what stood between them goes', async () => {
    const { keep, pairs, memory } = openMemoryRig()
    const ids = Array.from({ length: 9 }, (_, at) =>
      keep(HERE, `note ${at}`, 'The harbour gauge reads in feet.'),
    )
    memory.bulk(ids.slice(1, 8), { act: 'remove' })
    expect(told(await pairs.find(everything, signal))).toEqual([
      pairOf('same', ids[0] as MemoryId, ids[8] as MemoryId),
    ])
  })

  it('are asked about again only when one of them says something else', async () => {
    const { keep, pairs, memory } = openMemoryRig()
    const feet = keep(HERE, 'gauge', 'The harbour gauge reads in feet.')
    const metres = keep(HERE, 'units', 'The harbour gauge reads in metres.')
    const count = async () => (await pairs.find(everything, signal)).total
    pairs.hold(metres, feet, true)
    expect(await count()).toBe(0)
    memory.bulk([feet], { act: 'tag', tag: 'units' })
    expect(await count()).toBe(0)
    memory.edit(metres, { key: 'units', content: 'The harbour gauge reads in fathoms.', tags: [] }, BY_PERSON)
    expect(await count()).toBe(1)
    pairs.hold(feet, metres, true)
    pairs.hold(feet, metres, false)
    expect(await count()).toBe(1)
  })

  it('are told in part where there are very many, with how many there are', async () => {
    const { keep, pairs } = openMemoryRig()
    for (let at = 0; at < 120; at += 1) {
      keep(HERE, `port ${at}`, `${at} is used here.`)
      keep(USER, `port ${at}`, `${at} is used elsewhere.`)
    }
    const found = await pairs.find(everything, signal)
    expect(found.pairs).toHaveLength(100)
    expect(found.total).toBeGreaterThanOrEqual(120)
  })

  it('are paired by what they mean where a model has embedded them, and seen together', async () => {
    const { keep, ask, pairs } = openMemoryRig()
    const mole = keep(HERE, 'mole', 'The harbour closes at dusk.')
    const always = keep(USER, 'opening times', 'Every haven is open all night.')
    const other = keep(THERE, 'port', 'The port is shut.')
    keep(HERE, 'lamp', 'The beacon burns.')
    const alike = async (about: MemoryId) => told(await pairs.find({ about, model: 'one' }, signal))
    expect(await alike(mole)).toEqual([])
    const { texts } = Unembedded.parse(ask({ t: 'unembedded', model: 'one', limit: 9 }))
    const vectors = texts.map(({ hash, text }) => ({ hash, vector: conceptVector(text) }))
    ask({ t: 'embedded', model: 'one', unlike: 0, vectors })
    expect(await alike(mole)).toEqual([pairOf('alike', mole, always)])
    expect(await alike(always)).toEqual([pairOf('alike', mole, always), pairOf('alike', always, other)])
    expect(await alike(other)).toEqual([pairOf('alike', always, other)])
    const all = told(await pairs.find({ about: null, model: 'one' }, signal))
    expect(all).toHaveLength(2)
    expect(all).toEqual(
      expect.arrayContaining([pairOf('alike', mole, always), pairOf('alike', always, other)]),
    )
  })
})
