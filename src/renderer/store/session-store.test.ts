import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AttachReply, InflightMessage, InflightTool, WindowMessage } from '#shared/events/delivery.ts'
import type { DurableEvent, SessionEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold } from '#shared/events/fold.ts'
import { ClientId, ContextId, EventId, RunId, SessionId } from '#shared/ids.ts'
import type { Part } from '#shared/session/message.ts'
import { createApi } from '../api.ts'
import { createSessionStore } from './session-store.ts'

const sessionId = SessionId.parse('ses_00000001')
const contextId = ContextId.parse('ctx_00000001')
const clientId = ClientId.parse('cli_00000001')
const runId = RunId.parse('run_00000001')
const eventId = (number: number) => EventId.parse(`evt_${String(number).padStart(8, '0')}`)

type Step =
  | { do: 'say'; text: string }
  | { do: 'start' }
  | { do: 'delta'; channel: 'text' | 'reasoning'; text: string }
  | { do: 'finish' }
  | { do: 'discard' }
  | { do: 'tool' }
  | { do: 'print'; text: string }
  | { do: 'answer' }
  | { do: 'rewind'; back: number }
  | { do: 'queue'; text: string }
  | { do: 'retry' }

/** A host in the smallest form: it numbers events and can say where things stand, in its own way. */
function createHost() {
  const log: SessionEvent[] = []
  const stored = new Map<EventId, DurableEvent>()
  let leaf: EventId | null = null
  let ids = 0
  let answering: { id: EventId; parts: { channel: 'text' | 'reasoning'; text: string }[] } | null = null
  let tool: { id: EventId; output: string; at: number } | null = null
  let folds = EMPTY_FOLDS

  const base = () => ({
    v: 1 as const,
    sessionId,
    clientId,
    contextId,
    runId,
    seq: log.length + 1,
    ts: log.length,
  })
  const live = (kind: string, payload: unknown) =>
    log.push({ ...base(), tier: 'live', kind, payload } as SessionEvent)
  const store = (kind: string, payload: unknown, id: EventId, advance: boolean) => {
    const event = {
      ...base(),
      tier: 'durable',
      kind,
      payload,
      id,
      parentId: leaf,
    } as unknown as DurableEvent
    log.push(event)
    stored.set(id, event)
    folds = fold(folds, event)
    if (advance) leaf = id
  }
  const newId = () => eventId((ids += 1))
  const path = () => {
    const found: DurableEvent[] = []
    for (let at = leaf; at !== null; at = stored.get(at)?.parentId ?? null) {
      const event = stored.get(at)
      if (event !== undefined) found.unshift(event)
    }
    return found
  }
  const message = (role: string, text: string) => ({ message: { role, parts: [{ t: 'text', text }] } })

  function take(step: Step) {
    switch (step.do) {
      case 'say':
        return store('message', message('user', step.text), newId(), true)
      case 'start':
        if (answering !== null) return
        answering = { id: newId(), parts: [] }
        live('message.start', { eventId: answering.id, parentId: leaf, role: 'assistant' })
        return
      case 'delta': {
        if (answering === null || step.text === '') return
        const last = answering.parts.at(-1)
        const part = last?.channel === step.channel ? last : { channel: step.channel, text: '' }
        if (part !== last) answering.parts.push(part)
        const block = answering.parts.length - 1
        const { id } = answering
        live('message.delta', {
          eventId: id,
          channel: step.channel,
          block,
          offset: part.text.length,
          text: step.text,
        })
        part.text += step.text
        return
      }
      case 'finish':
        if (answering === null) return
        store(
          'message',
          message('assistant', answering.parts.map((p) => p.text).join('')),
          answering.id,
          true,
        )
        answering = null
        return
      case 'discard':
        if (answering === null) return
        live('message.discarded', { eventId: answering.id, reason: 'empty' })
        answering = null
        return
      case 'tool':
        if (tool !== null) return
        tool = { id: newId(), output: '', at: log.length }
        live('tool.started', { eventId: tool.id, callId: 'c', toolName: 'bash', args: {} })
        return
      case 'print':
        if (tool === null) return
        live('tool.progress', { eventId: tool.id, callId: 'c', text: step.text })
        tool.output += step.text
        return
      case 'answer':
        if (tool === null) return
        store('message', message('tool', tool.output), tool.id, true)
        tool = null
        return
      case 'rewind': {
        if (answering !== null || tool !== null) return
        const line = path()
        const to = line[Math.max(0, line.length - 1 - step.back)]?.id ?? null
        store('leaf.moved', { cause: 'rewind', contextId, to }, newId(), false)
        leaf = to
        return
      }
      case 'queue':
        return store(
          'queue.changed',
          { lane: 'steer', op: 'add', itemId: `que_${newId().slice(4)}`, text: step.text },
          newId(),
          false,
        )
      case 'retry':
        live('request.retry', {
          attempt: 1,
          delayMs: 1,
          error: { code: 'llm.timeout', message: 'No answer.', recoverable: true },
        })
    }
  }

  function attach(tail: number): AttachReply {
    const line = path()
    const inflight: InflightMessage[] =
      answering === null
        ? []
        : [
            {
              eventId: answering.id,
              parts: answering.parts.map(({ channel, text }): Part => ({ t: channel, text })),
            },
          ]
    const tools: InflightTool[] =
      tool === null
        ? []
        : [
            {
              eventId: tool.id,
              callId: 'c',
              toolName: 'bash',
              args: {},
              output: tool.output,
              startedAt: tool.at,
            },
          ]
    const cursor = { epoch: 'e', seq: log.length, durableSeq: folds.lastSeq }
    return {
      epoch: 'e',
      folds,
      path: line.slice(-tail),
      hasOlder: line.length > tail,
      inflight,
      tools,
      cursor,
      draft: '',
    }
  }

  const batch = (from: number, to: number): Extract<WindowMessage, { t: 'events' }> => ({
    t: 'events',
    sessionId,
    epoch: 'e',
    prevSeq: from,
    events: log.slice(from, to),
  })

  return { take, attach, batch, length: () => log.length }
}

function createWindow(host: ReturnType<typeof createHost>) {
  const problems: unknown[] = []
  const api = createApi({
    call: async (name, request) => {
      const { tail } = request as { tail: number }
      return { ok: true, value: name === 'session.attach' ? host.attach(tail) : null }
    },
    onEvent: () => () => undefined,
  })
  return { session: createSessionStore({ api, report: (error) => problems.push(error) }), problems }
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
  const session = createSessionStore({ api, report: () => undefined })
  await session.open(sessionId)
  broken = true
  await session.open(SessionId.parse('ses_00000002'))
  const { problem, path } = session.store.getState()
  expect(problem).toEqual(gone)
  expect(path).toHaveLength(1)
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
  const session = createSessionStore({ api, report: () => undefined })
  await session.open(sessionId)
  const loading = session.loadOlder()
  host.take({ do: 'say', text: 'new' })
  session.receive(host.batch(5, 6))
  await loading
  expect(session.store.getState().path).toEqual(host.attach(99).path)
  expect(session.store.getState().hasOlder).toBe(false)
})
