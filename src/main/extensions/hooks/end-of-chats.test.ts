import { expect, it } from 'vitest'
import type { SessionEvent } from '#shared/events/event.ts'
import { SessionId } from '#shared/ids.ts'
import { LAST_WORDS_MS, tellEndOfChats } from './end-of-chats.ts'

const [ONE, TWO, CHILD] = ['1', '2', '3'].map((digit) => SessionId.parse(`ses_0000000${digit}`)) as [
  SessionId,
  SessionId,
  SessionId,
]
const ran = { kind: 'run.status' } as SessionEvent
const changed = (changes: object) => ({ kind: 'session.meta', payload: { changes } }) as SessionEvent

function setUp(idle: () => Promise<void> = async () => {}) {
  const told: unknown[] = []
  const waits: number[] = []
  let ring = () => {}
  let listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void = () => {}
  const end = tellEndOfChats({
    subscribe: (given) => {
      listener = given
      return () => {
        listener = () => {}
      }
    },
    isChat: (id) => id !== CHILD,
    scenes: {
      ofSession: (sessionId) => ({ sessionId, projectId: null, agentId: 'build', cwd: '/tide', runId: null }),
    },
    hooks: { tell: ({ name, data }, { sessionId }) => void told.push([name, data, sessionId]), idle },
    clock: {
      after: (ms) => {
        waits.push(ms)
        return new Promise((resolve) => {
          ring = resolve
        })
      },
    },
  })
  return {
    told,
    waits,
    end,
    ring: () => ring(),
    hear: (id: SessionId, ...of: SessionEvent[]) => listener(id, of),
  }
}

it('hooks hear at quitting of each chat in which something ran, once, and not of its agents', async () => {
  const { told, end, hear } = setUp()
  hear(ONE, ran, ran)
  hear(CHILD, ran)
  hear(TWO, changed({ title: 'Only named' }))
  await end()
  hear(TWO, ran)
  expect(told).toEqual([['session.end', { reason: 'quit' }, ONE]])
})

it('a chat whose end was told already is not told of again, but for one that went on', async () => {
  const { told, end, hear } = setUp()
  hear(ONE, ran, changed({ archived: true }))
  hear(TWO, ran, changed({ deletedAt: 5 }), changed({ deletedAt: null }), ran)
  await end()
  expect(told).toEqual([['session.end', { reason: 'quit' }, TWO]])
})

it('quitting does not wait longer than it may', async () => {
  const { waits, end, ring, hear } = setUp(() => new Promise(() => {}))
  hear(ONE, ran)
  const ended = end()
  ring()
  await ended
  expect(waits).toEqual([LAST_WORDS_MS])
})
