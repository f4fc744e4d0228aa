import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LiveEvent } from '#shared/events/event.ts'
import { EventId, SessionId } from '#shared/ids.ts'
import type { SessionMeta } from '#shared/session/session.ts'
import { createHost, type Step, sessionId } from '../../../test/support/hosts/session-host.ts'
import { createApi } from '../api.ts'
import { followLive, NOTHING_LIVE } from './session-live.ts'
import { createSessionStore } from './session-store.ts'

function createWindow(host: ReturnType<typeof createHost>, painted = async (): Promise<void> => undefined) {
  const problems: unknown[] = []
  const api = createApi({
    call: async (name, request) => {
      const { tail } = request as { tail: number }
      if (name === 'session.ways') return { ok: true, value: { forks: [], ahead: null } }
      return { ok: true, value: name === 'session.attach' ? host.attach(tail) : null }
    },
    onEvent: () => () => undefined,
  })
  return {
    session: createSessionStore({
      api,
      keepDraft: () => undefined,
      report: (error) => problems.push(error),
      painted,
    }),
    problems,
  }
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const seen = (session: ReturnType<typeof createSessionStore>) => {
  const { folds, path, inflight, tools, seq, problem } = session.store.getState()
  return { folds, path, inflight, tools, seq, problem }
}

const word = fc.string({ maxLength: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('say' as const), text: word }),
  fc.constant({ do: 'start' as const }),
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('delta' as const),
      channel: fc.constantFrom('text' as const, 'reasoning' as const),
      text: word,
    }),
  },
  fc.constant({ do: 'finish' as const }),
  fc.constant({ do: 'discard' as const }),
  fc.constant({ do: 'tool' as const }),
  fc.record({ do: fc.constant('print' as const), text: word }),
  fc.constant({ do: 'answer' as const }),
  fc.record({ do: fc.constant('rewind' as const), back: fc.nat(3) }),
  fc.record({ do: fc.constant('queue' as const), text: word }),
  fc.constant({ do: 'retry' as const }),
)
const delivery = fc.constantFrom('send', 'twice', 'overlap', 'lose', 'reload', 'late', 'resync')

it('ends where a fresh attach ends, whatever is repeated, lost or reloaded on the way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(step, { maxLength: 5 }), delivery), { maxLength: 14 }),
      async (rounds) => {
        const host = createHost()
        let { session, problems } = createWindow(host)
        const opened = session.open(sessionId)
        let sent = 0
        for (const [steps, how] of rounds) {
          for (const one of steps) host.take(one)
          const from = sent
          sent = host.length()
          if (how === 'reload') {
            ;({ session, problems } = createWindow(host))
            await session.open(sessionId)
            continue
          }
          if (how === 'lose' || from === sent) continue
          if (how === 'resync') session.receive({ t: 'resync', sessionId })
          session.receive(host.batch(how === 'overlap' ? Math.max(0, from - 3) : from, sent))
          if (how === 'twice') session.receive(host.batch(from, sent))
          if (how !== 'late') await settled()
        }
        await opened
        await settled()
        host.take({ do: 'say', text: 'end' })
        session.receive(host.batch(host.length() - 1, host.length()))
        await settled()
        const fresh = createWindow(host)
        await fresh.session.open(sessionId)
        expect(seen(session)).toEqual(seen(fresh.session))
        expect(problems).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

it('goes back as often as the person likes, each time by attaching again', async () => {
  const host = createHost()
  for (let at = 0; at < 9; at += 1) host.take({ do: 'say', text: String(at) })
  const { session } = createWindow(host)
  await session.open(sessionId)
  for (let time = 0; time < 8; time += 1) {
    const from = host.length()
    host.take({ do: 'rewind', back: 1 })
    session.receive(host.batch(from, host.length()))
    await settled()
  }
  const { problem, path } = session.store.getState()
  expect({ problem, left: path.length }).toEqual({ problem: null, left: 1 })
})

it('gives up when attaching again leads no further', async () => {
  const host = createHost()
  host.take({ do: 'say', text: 'hello' })
  const { session } = createWindow(host)
  await session.open(sessionId)
  const strange = { ...host.batch(0, 1), epoch: 'another' }
  for (let time = 0; time < 8; time += 1) {
    session.receive(strange)
    await settled()
  }
  expect(session.store.getState().problem).not.toBeNull()
})

it('leaves the transcript the same object while an answer streams', async () => {
  const host = createHost()
  const { session } = createWindow(host)
  host.take({ do: 'say', text: 'hello' })
  host.take({ do: 'start' })
  host.take({ do: 'delta', channel: 'reasoning', text: 'hm' })
  await session.open(sessionId)
  const before = session.store.getState()
  host.take({ do: 'delta', channel: 'text', text: 'Hi' })
  session.receive(host.batch(3, 4))
  const { path, folds, inflight } = session.store.getState()
  expect(path).toBe(before.path)
  expect(folds).toBe(before.folds)
  expect(inflight[0]?.parts[0]).toBe(before.inflight[0]?.parts[0])
  expect(inflight[0]?.parts[1]).toEqual({ t: 'text', text: 'Hi' })
})

it('says that a session cannot be opened and keeps what was shown', async () => {
  const host = createHost()
  host.take({ do: 'say', text: 'hello' })
  let broken = false
  const gone = { code: 'session.not_found', message: 'This session is gone.', recoverable: false }
  const api = createApi({
    call: async (name) =>
      broken
        ? { ok: false, error: gone }
        : { ok: true, value: name === 'session.attach' ? host.attach(9) : null },
    onEvent: () => () => undefined,
  })
  const session = createSessionStore({
    api,
    keepDraft: () => undefined,
    report: () => undefined,
    painted: async () => undefined,
  })
  await session.open(sessionId)
  broken = true
  await session.open(SessionId.parse('ses_00000002'))
  const { problem, path } = session.store.getState()
  expect(problem).toEqual(gone)
  expect(path).toHaveLength(1)
})

it('says what it expects until the session is here', async () => {
  const host = createHost()
  host.take({ do: 'say', text: 'hello' })
  const meta = { title: 'A chat' } as SessionMeta
  const { session } = createWindow(host)
  const opened = session.open(sessionId, meta)
  const { opening, expected } = session.store.getState()
  expect({ opening, expected }).toEqual({ opening: sessionId, expected: meta })
  await opened
  const now = session.store.getState()
  expect({ shown: now.sessionId, expected: now.expected }).toEqual({ shown: sessionId, expected: null })
})

it('lets one write to a session that is expected before its conversation is drawn, and loses nothing', async () => {
  const host = createHost()
  host.take({ do: 'say', text: 'hello' })
  let seen: () => void = () => undefined
  const screen = new Promise<void>((resolve) => {
    seen = resolve
  })
  const { session } = createWindow(host, () => screen)
  const opened = session.open(sessionId, { title: 'A chat' } as SessionMeta)
  await settled()
  host.take({ do: 'say', text: 'and more' })
  session.receive(host.batch(1, 2))
  expect(session.store.getState()).toMatchObject({ sessionId: null, opening: sessionId })
  seen()
  await opened
  expect(session.store.getState().path).toEqual(host.attach(9).path)
})

it('puts an older page in front without losing what arrives meanwhile', async () => {
  const host = createHost()
  for (let at = 0; at < 5; at += 1) host.take({ do: 'say', text: String(at) })
  const whole = host.attach(99).path
  const api = createApi({
    call: async (name) => {
      if (name === 'session.attach') return { ok: true, value: { ...host.attach(2) } }
      return {
        ok: true,
        value: name === 'session.page' ? { path: whole.slice(0, 3), hasOlder: false } : null,
      }
    },
    onEvent: () => () => undefined,
  })
  const session = createSessionStore({
    api,
    keepDraft: () => undefined,
    report: () => undefined,
    painted: async () => undefined,
  })
  await session.open(sessionId)
  const loading = session.loadOlder()
  host.take({ do: 'say', text: 'new' })
  session.receive(host.batch(5, 6))
  await loading
  expect(session.store.getState().path).toEqual(host.attach(99).path)
  expect(session.store.getState().hasOlder).toBe(false)
})

it('remembers the tool a streamed call named in its first piece', () => {
  const piece = (offset: number, text: string, toolName?: string) => ({
    eventId: EventId.parse('evt_00000001'),
    channel: 'tool_args' as const,
    block: 0,
    offset,
    text,
    callId: 'c1',
    ...(toolName === undefined ? {} : { toolName }),
  })
  const event = (payload: ReturnType<typeof piece>) =>
    ({ tier: 'live', kind: 'message.delta', payload, seq: 1, ts: 0 }) as unknown as LiveEvent
  const start = { ...NOTHING_LIVE, inflight: [{ eventId: EventId.parse('evt_00000001'), parts: [] }] }
  const first = followLive(start, event(piece(0, '{"a"', 'read')))
  const second = first === null ? null : followLive(first, event(piece(2, 'a":1}')))
  expect(second?.inflight[0]?.parts).toEqual([
    { t: 'tool_call', callId: 'c1', name: 'read', args: '{"a":1}' },
  ])
})
