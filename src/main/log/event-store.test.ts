import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_FOLDS } from '#shared/events/fold.ts'
import { histories } from '../../../test/support/data/histories.ts'
import { openTestLog } from '../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../test/support/rigs/run-rig.ts'
import { readFolds } from './listings/fold-tables.ts'

describe('the event store', () => {
  it('keeps tables that equal a rebuild after any history', async () => {
    await fc.assert(
      fc.property(histories(), (history) => {
        const log = openTestLog()
        const sessionId = log.newId('session')
        for (const batch of history(sessionId, log.newId)) log.store.append(sessionId, batch)

        const live = log.store.folds(sessionId)
        const stored = readFolds(log.rows, sessionId)
        const rebuilt = log.store.rebuild(sessionId)
        expect(stored).toEqual(live)
        expect(rebuilt).toEqual(live)
        expect(readFolds(log.rows, sessionId)).toEqual(live)
        log.db.close()
      }),
      { numRuns: 60 },
    )
  })

  it('has every field of the state in some of these histories', () => {
    const changed = new Set<string>()
    for (const history of fc.sample(histories(), { numRuns: 60, seed: 1 })) {
      const log = openTestLog()
      const sessionId = log.newId('session')
      for (const batch of history(sessionId, log.newId)) log.store.append(sessionId, batch)
      const folds: object = log.store.folds(sessionId)
      const empty = new Map(Object.entries(EMPTY_FOLDS))
      for (const [field, value] of Object.entries(folds))
        if (!isDeepStrictEqual(value, empty.get(field))) changed.add(field)
      log.db.close()
    }
    // Both are read from the stored events and have no rows of their own.
    const unstored = ['attempts', 'workflow']
    expect([...changed, ...unstored].sort()).toEqual(Object.keys(EMPTY_FOLDS).sort())
  })

  it('stores nothing of a batch when one event of it cannot be stored', () => {
    const log = openTestLog()
    const sessionId = log.newId('session')
    const id = log.newId('event')
    const note = { kind: 'ext.data' as const, payload: { ns: 'test', data: 1 } }
    log.store.append(sessionId, [{ ...note, id }])

    expect(() => log.store.append(sessionId, [note, { ...note, id }])).toThrow()
    expect(log.reader.eventsAfter(sessionId, 0)).toHaveLength(1)
  })

  it('keeps sight of a session when another cannot begin under its id', async () => {
    const log = openTestLog()
    const id = await createRunRig({ replies: [], log }).open()
    const before = log.store.folds(id)
    const [created] = log.reader.eventsAfter(id, 0)
    if (created?.kind !== 'session.created') throw new Error('A session begins with another event.')
    const again = { kind: 'session.created' as const, payload: created.payload, id: created.id }
    expect(() => log.store.append(id, [again])).toThrow()
    expect(log.store.folds(id)).toEqual(before)
  })

  it('says in words that its file may not be written', () => {
    const log = openTestLog()
    const sessionId = log.newId('session')
    log.db.pragma('query_only = 1')
    const note = { kind: 'ext.data' as const, payload: { ns: 'test', data: 1 } }
    expect(() => log.store.append(sessionId, [note])).toThrow(
      expect.objectContaining({ code: 'db.unavailable' }),
    )
  })

  it('hangs a message after a rewind under the event it went back to', () => {
    const log = openTestLog()
    const sessionId = log.newId('session')
    const contextId = log.newId('context')
    const say = (text: string) => ({
      kind: 'message' as const,
      contextId,
      payload: { message: { role: 'user' as const, parts: [{ t: 'text' as const, text }] } },
    })
    log.store.append(sessionId, [
      {
        kind: 'context.status',
        payload: { contextId, agentId: 'build', status: 'created', mode: 'fresh', personaHash: '' },
      },
    ])
    const [first] = log.store.append(sessionId, [say('one')])
    log.store.append(sessionId, [say('two')])
    log.store.append(sessionId, [
      { kind: 'leaf.moved', contextId, payload: { cause: 'rewind', contextId, to: first?.id ?? null } },
    ])
    const [third] = log.store.append(sessionId, [say('three')])

    expect(third?.parentId).toBe(first?.id)
    expect(log.reader.path(third?.id ?? null, 10).map((event) => event.id)).toEqual([first?.id, third?.id])
  })

  it('passes over rows of a kind it does not know and keeps them', () => {
    const log = openTestLog()
    const sessionId = log.newId('session')
    log.store.append(sessionId, [{ kind: 'ext.data', payload: { ns: 'test', data: 1 } }])
    log.db.prepare("UPDATE events SET kind = 'from.the.future'").run()

    expect(log.reader.eventsAfter(sessionId, 0)).toEqual([])
    expect(log.unreadable).toMatchObject([{ kind: 'from.the.future' }])
    expect(log.db.prepare('SELECT count(*) AS n FROM events').get()).toEqual({ n: 1 })
  })

  it('never gives a number out twice, in either tier', () => {
    const log = openTestLog()
    const sessionId = log.newId('session')
    const first = log.store.nextSeq(sessionId)
    const [stored] = log.store.append(sessionId, [{ kind: 'ext.data', payload: { ns: 'test', data: 1 } }])
    const next = log.store.nextSeq(sessionId)
    expect([first, stored?.seq, next]).toEqual([1, 2, 3])
  })
})
