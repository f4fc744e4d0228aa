import { describe, expect, it } from 'vitest'
import type { EventId, SessionId } from '#shared/ids.ts'
import { countingIds } from '../../../../test/support/data/counting-ids.ts'
import { readNothing } from '../../../../test/support/disk/read-nothing.ts'
import { conceptVector } from '../../../../test/support/models/concept-vectors.ts'
import { HERE, openMemoryRig, PROJECT, USER } from '../../../../test/support/rigs/knowledge/memory-rig.ts'
import type { ReadMeaning } from '../../vectors/question-reader.ts'
import { Unembedded } from '../../vectors/vector-question.ts'
import { createProposalRows } from './proposal-rows.ts'
import { createProposals } from './proposals.ts'

const { signal } = new AbortController()
const CHAT = 'ses_00000001' as SessionId
const SAID = 'evt_00000001' as EventId
const fact = { key: 'gauge', content: 'The gauge reads in feet.', tags: ['units'] }

function open(readMeaning: ReadMeaning = readNothing) {
  const rig = openMemoryRig()
  const rows = createProposalRows(rig.db)
  const proposals = createProposals({
    ...rig,
    rows,
    readMeaning,
    newId: countingIds(),
    changed: () => {},
    acquaint: async () => {},
  })
  const find = (...findings: (typeof fact)[]) =>
    proposals.add(
      {
        sessionId: CHAT,
        projectId: PROJECT,
        through: SAID,
        findings: findings.map((each) => ({ ...each, eventId: SAID })),
      },
      signal,
    )
  const only = async () => {
    const [proposal] = await proposals.list(signal)
    if (proposal === undefined) throw new Error('Nothing was proposed.')
    return proposal
  }
  return { ...rig, proposals, find, only }
}

describe('what was found in a chat', () => {
  it('is held against what says the same thing in other words, where meanings are compared', async () => {
    const near = (text: string) => ({ model: 'one', vector: conceptVector(text) })
    const { keep, ask, find, only } = open(async (question) => ({ near: near(question), missed: null }))
    const id = keep(HERE, 'mole', 'The haven is shut at dusk.')
    const { texts } = Unembedded.parse(ask({ t: 'unembedded', model: 'one', limit: 9 }))
    const vectors = texts.map(({ hash, text }) => ({ hash, vector: conceptVector(text) }))
    ask({ t: 'embedded', model: 'one', unlike: 0, vectors })
    await find({ key: 'opening times', content: 'One can enter the harbour all night.', tags: [] })
    expect((await only()).against.map((item) => item.id)).toEqual([id])
  })

  it('is only proposed, until the person keeps it in their words, with where it was said', async () => {
    const { find, only, proposals, memory } = open()
    expect(await find(fact)).toBe(1)
    expect(memory.inScope(HERE)).toEqual([])
    const { id, sessionId, eventId, against } = await only()
    expect({ sessionId, eventId, against }).toEqual({ sessionId: CHAT, eventId: SAID, against: [] })
    await proposals.answer(
      { say: 'keep', id, text: { ...fact, content: 'It reads in feet, Lin says.' } },
      signal,
    )
    expect(memory.inScope(HERE)).toMatchObject([
      { key: 'gauge', content: 'It reads in feet, Lin says.', author: 'agent', source: { eventId: SAID } },
    ])
    expect(await proposals.list(signal)).toEqual([])
    await expect(proposals.answer({ say: 'dismiss', id }, signal)).rejects.toThrow('answered')
  })

  it('is not proposed when it is remembered, waits already, or holds a secret', async () => {
    const { find, keep, proposals } = open()
    keep(USER, 'reading', fact.content)
    const secret = { key: 'token', content: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', tags: [] }
    expect(await find(fact, secret)).toBe(0)
    const other = { ...fact, content: 'The gauge reads in metres.' }
    expect([await find(other), await find(other)]).toEqual([1, 0])
    expect(proposals.through(CHAT)).toBe(SAID)
  })

  it('stands beside what it contradicts, which it can replace or leave', async () => {
    const { find, keep, memory, only, proposals } = open()
    const old = keep(HERE, 'gauge', 'The gauge reads in metres.')
    await find(fact)
    const { id, against } = await only()
    expect(against.map((item) => item.id)).toEqual([old])
    await expect(proposals.answer({ say: 'keep', id, text: fact }, signal)).rejects.toThrow(
      'already a memory',
    )
    await proposals.answer({ say: 'replace', id, text: fact, over: old }, signal)
    expect(memory.get(old).content).toBe(fact.content)
    expect(memory.inScope(HERE)).toHaveLength(1)
  })

  it('is found to be alike also under another key', async () => {
    const { find, keep, only } = open()
    const old = keep(HERE, 'unit of the gauge', 'The gauge reads in metres.')
    await find(fact)
    expect((await only()).against.map((item) => item.id)).toEqual([old])
  })

  it('is gone when the person does not want it', async () => {
    const { find, memory, only, proposals } = open()
    await find(fact)
    await proposals.answer({ say: 'dismiss', id: (await only()).id }, signal)
    expect(await proposals.list(signal)).toEqual([])
    expect(memory.inScope(HERE)).toEqual([])
  })
})
