import { describe, expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, type SessionFolds } from '#shared/events/fold.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import { countingIds } from '../../../../test/support/data/counting-ids.ts'
import { createHistory, testModel } from '../../../../test/support/data/history.ts'
import { PROJECT } from '../../../../test/support/rigs/knowledge/memory-rig.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Model } from '../../models/model.ts'
import type { Found } from '../proposals/proposals.ts'
import { createMemoryScans } from './memory-scans.ts'

const CHAT = 'ses_00000001' as SessionId
const FACT = { key: 'gauge', content: 'The gauge reads in feet.', tags: [] }

type Wish = {
  readonly answer?: string
  readonly through?: (ids: readonly EventId[]) => EventId | null
  readonly hangs?: boolean
}

function open({
  answer = JSON.stringify([{ ...FACT, message: 1 }]),
  through = () => null,
  hangs = false,
}: Wish = {}) {
  const history = createHistory()
  const ids = [history.user('The gauge reads in feet.'), history.answer('I see.')]
  const asked: string[] = []
  const found: Found[] = []
  const stored: NewDurableEvent[] = []
  const stream: Model['stream'] = async function* (request, signal) {
    asked.push(JSON.stringify(request.messages))
    if (hangs) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    yield { t: 'text', block: 0, text: answer }
    yield { t: 'end', stop: 'stop', usage: { input: 100, output: 10 } }
  }
  const run = { runId: 'run_00000001', contextId: 'ctx_00000001', kind: 'chat', status: 'completed' }
  const meta = { projectId: PROJECT, activeContextId: 'ctx_00000001', model: testModel.ref, title: 'Gauges' }
  let folds: object = { ...EMPTY_FOLDS, session: { kind: 'chat', meta }, runs: { [run.runId]: run } }
  const looks = createMemoryScans({
    folds: () => folds as SessionFolds,
    publish: (_id, events) => void stored.push(...events),
    pathOf: () => history.path,
    mayLook: () => {},
    writerFor: async () => ({ info: testModel, stream, persona: 'You look over.' }),
    proposals: {
      through: () => through(ids),
      add: async (each) => {
        found.push(each)
        return each.findings.length
      },
    },
    newId: countingIds(),
    clock: systemClock,
    changed: () => {},
    report: () => {},
  })
  const becomes = (session: object | null) => {
    folds = { ...folds, session }
  }
  return { looks, asked, found, stored, ids, meta, becomes }
}

describe('looking over a chat', () => {
  it('puts what a model found before the person, with the message it was said in, and notes what it cost', async () => {
    const { looks, asked, found, stored, ids } = open()
    looks.begin(CHAT)
    expect(looks.list()).toMatchObject([{ state: 'looking', title: 'Gauges' }])
    await looks.idle()
    expect(found).toEqual([
      { sessionId: CHAT, projectId: PROJECT, through: ids[1], findings: [{ ...FACT, eventId: ids[0] }] },
    ])
    expect(asked[0]).toContain('by=\\"person\\" number=\\"1\\"')
    expect(stored.map(({ kind }) => kind)).toEqual(['run.status', 'run.status', 'turn.ended', 'run.status'])
    expect(looks.list()).toMatchObject([{ state: 'done', found: 1 }])
  })

  it('says so when the answer is no list, and proposes nothing', async () => {
    const { looks, found } = open({ answer: 'There is a gauge.' })
    looks.begin(CHAT)
    await looks.idle()
    expect(found).toEqual([])
    expect(looks.list()).toMatchObject([{ state: 'failed', problem: { said: [{ name: 'memory.noList' }] } }])
  })

  it('can be stopped, and leaves no trace', async () => {
    const { looks, found, stored } = open({ hangs: true })
    looks.begin(CHAT)
    looks.stop(CHAT)
    await looks.idle()
    expect([found, stored]).toEqual([[], []])
    expect(looks.list()).toMatchObject([{ problem: { said: [{ name: 'memory.lookStopped' }] } }])
  })

  it('looks by itself only at what is new', async () => {
    const { looks, asked } = open({ through: (ids) => ids[1] ?? null })
    looks.goOn(CHAT)
    await looks.idle()
    expect(asked).toEqual([])
    expect(() => looks.begin(CHAT)).not.toThrow()
    await looks.idle()
    expect(asked).toHaveLength(1)
  })

  it('asks nobody about a chat in the bin', () => {
    const { looks, asked, meta, becomes } = open()
    becomes({ kind: 'chat', meta: { ...meta, deletedAt: 5 } })
    looks.goOn(CHAT)
    expect(() => looks.begin(CHAT)).toThrow('This chat is in the bin.')
    expect(asked).toEqual([])
  })

  it('leaves nothing in a chat that was removed for ever meanwhile', async () => {
    const { looks, found, stored, becomes } = open()
    looks.begin(CHAT)
    becomes(null)
    await looks.idle()
    expect([found, stored]).toEqual([[], []])
  })
})
