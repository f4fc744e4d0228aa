import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { histories } from '../../../../test/support/data/histories.ts'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { openSearchRig, type SearchRig } from '../../../../test/support/rigs/knowledge/search-rig.ts'
import { CHATS } from './chat-question.ts'

let rig: SearchRig

beforeEach(async () => {
  rig = openSearchRig((await openTempFolder('search')).path)
})
afterEach(() => rig.close())

const texts = (query: string) =>
  rig
    .ask()
    .sessions(query)
    .hits.map(({ snippet }) => snippet.text)

describe('in step with the log', () => {
  it('forgets chats in the bin at once, has them back, and loses them when they are gone', () => {
    const chat = rig.chat('Binned')
    rig.user(chat, 'a rare word')
    const count = () => texts('rare').length
    const before = count()
    rig.append(chat.id, { kind: 'session.meta', payload: { changes: { deletedAt: 5 } } })
    const binned = count()
    rig.append(chat.id, { kind: 'session.meta', payload: { changes: { deletedAt: null } } })
    const back = count()
    for (const table of ['events', 'sessions']) {
      const column = table === 'events' ? 'session_id' : 'id'
      rig.log.db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(chat.id)
    }
    rig.index().changed(CHATS, [chat.id])
    expect([before, binned, back, count()]).toEqual([1, 0, 1, 0])
  })

  it('knows the new name of a chat and not the old one', () => {
    const chat = rig.chat('Before')
    rig.ask()
    rig.append(chat.id, { kind: 'session.meta', payload: { changes: { title: 'Afterwards' } } })
    expect([texts('Before'), texts('Afterwards')]).toEqual([[], ['Afterwards']])
  })

  it('writes many short chats in one piece, because to store one costs more than to write it', () => {
    rig.index()
    for (let n = 0; n < 40; n += 1) rig.user(rig.chat(`Chat ${n}`), 'a rare word')
    let steps = 1
    while (rig.index().step()) steps += 1
    // The number per step depends on the machine; rarely only one.
    expect(steps).toBeLessThan(40)
    expect(texts('rare')).toHaveLength(40)
  })

  it('equals a rebuild after any history, however often it was ended in the middle', async () => {
    await fc.assert(
      fc.asyncProperty(histories(), fc.array(fc.nat(3), { maxLength: 12 }), async (history, ends) => {
        const own = openSearchRig((await openTempFolder('search')).path)
        const sessionId = own.log.newId('session')
        const words = new Set(['session'])
        let at = 0
        for (const batch of history(sessionId, own.log.newId)) {
          own.append(sessionId, ...batch)
          for (const text of JSON.stringify(batch).matchAll(/"text":"(\w+)/g)) words.add(text[1] ?? '')
          const steps = ends[at]
          at += 1
          if (steps === undefined) continue
          for (let step = 0; step < steps; step += 1) own.index().step()
          if (steps === 3) own.reopen()
        }
        const other = own.rebuilt()
        for (const word of words) expect(own.ask().sessions(word)).toEqual(other.sessions(word))
        other.close()
        own.close()
      }),
      { numRuns: 25 },
    )
  })

  it('starts a chat anew when the log is another than the one it knew', () => {
    const chat = rig.chat('Put back')
    rig.user(chat, 'kept')
    const last = rig.user(chat, 'lost')
    expect(texts('lost')).toHaveLength(1)
    rig.log.db
      .prepare(
        "UPDATE events SET id = 'evt_99999999', payload = replace(payload, 'lost', 'new') WHERE id = ?",
      )
      .run(last)
    rig.reopen()
    expect([texts('kept'), texts('lost'), texts('new')].map((found) => found.length)).toEqual([1, 0, 1])
  })
})
