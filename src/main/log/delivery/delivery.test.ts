import { describe, expect, it } from 'vitest'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { CallId, RunId, SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createDelivery } from './delivery.ts'

const WINDOW = 1

function open() {
  const log = openTestLog()
  const sent: WindowMessage[] = []
  const noted: [message: string, data: unknown][] = []
  const windows: number[] = []
  const to = (windowId: number) => sent.filter((_message, index) => windows[index] === windowId)
  let elapsed = 0
  const delivery = createDelivery({
    epoch: 'first',
    store: log.store,
    reader: log.reader,
    bus: log.bus,
    schedule: log.schedule,
    elapsed: () => {
      elapsed += 1
      return elapsed
    },
    send: (windowId, message) => {
      windows.push(windowId)
      sent.push(message)
    },
    draftOf: () => '',
    note: {
      info: (message, data) => noted.push([message, data]),
      warn: (message, data) => noted.push([message, data]),
    },
  })
  const sessionId = log.newId('session')
  const contextId = log.newId('context')
  log.bus.publish(sessionId, [
    {
      kind: 'session.created',
      payload: {
        kind: 'chat',
        cwd: '/tmp',
        projectId: null,
        deviceId: log.newId('device'),
        meta: {
          title: 'A session',
          projectId: null,
          model: 'orrery/practice',
          thinking: 'off',
          archived: false,
          permissionMode: 'ask',
          activeContextId: contextId,
        },
      },
    },
    {
      kind: 'context.status',
      payload: { contextId, agentId: 'build', status: 'created', mode: 'fresh', personaHash: '' },
    },
  ])
  delivery.opened(WINDOW)
  const say = (text: string) =>
    log.bus.publish(sessionId, [
      {
        kind: 'message',
        contextId,
        payload: { message: { role: 'user', parts: [{ t: 'text', text }] } },
      },
    ])
  const stream = (eventId: ReturnType<typeof startAnswer>, text: string) =>
    log.bus.live(sessionId, {
      kind: 'message.delta',
      payload: { eventId, channel: 'text', block: 0, offset: 0, text },
    })
  const startAnswer = () => {
    const eventId = log.newId('event')
    log.bus.live(sessionId, {
      kind: 'message.start',
      payload: { eventId, parentId: null, role: 'assistant' },
    })
    return eventId
  }
  return { log, delivery, sent, noted, to, sessionId, contextId, say, stream, startAnswer }
}

const batches = (sent: readonly WindowMessage[]) => sent.filter((message) => message.t === 'events')

describe('delivery', () => {
  it('sends the pieces of a frame as one event whose offset follows on', () => {
    const { delivery, log, sent, sessionId, startAnswer, stream } = open()
    delivery.attach(WINDOW, sessionId, 10)
    const eventId = startAnswer()
    stream(eventId, 'Hel')
    stream(eventId, 'lo ')
    log.frames.pass()
    stream(eventId, 'there')
    log.frames.pass()

    const deltas = batches(sent).flatMap((batch) =>
      batch.events.filter((event) => event.kind === 'message.delta'),
    )
    expect(deltas.map((event) => event.payload)).toMatchObject([
      { text: 'Hello ', offset: 0 },
      { text: 'there', offset: 6 },
    ])
  })

  it('lets a window that attaches in mid-stream show the text so far', () => {
    const { delivery, sessionId, startAnswer, stream, log } = open()
    const eventId = startAnswer()
    stream(eventId, 'Half of ')
    log.frames.pass()
    stream(eventId, 'it')
    const reply = delivery.attach(WINDOW, sessionId, 10)

    expect(reply.inflight).toEqual([{ eventId, parts: [{ t: 'text', text: 'Half of it' }] }])
    expect(reply.cursor.seq).toBe(log.store.seqOf(sessionId))
  })

  it('lets a window that attaches while a model is loaded say so, until that is over', () => {
    const { delivery, sessionId, startAnswer, log } = open()
    const runId = 'run_00000001' as RunId
    const tell = (label: string | null) =>
      log.bus.live(sessionId, { kind: 'model.loading', runId, payload: { label } })
    const loading = () => delivery.attach(WINDOW, sessionId, 10).loading
    tell('Long')
    expect(loading()).toMatchObject({ label: 'Long' })
    tell(null)
    expect(loading()).toBeNull()
    tell('Long')
    startAnswer()
    expect(loading()).toBeNull()
  })

  it('chains every batch to the one before, so that a hole is seen', () => {
    const { delivery, log, sent, sessionId, say } = open()
    const { cursor } = delivery.attach(WINDOW, sessionId, 10)
    say('one')
    log.frames.pass()
    say('two')
    log.frames.pass()

    let held = cursor.seq
    for (const batch of batches(sent)) {
      expect(batch.prevSeq).toBe(held)
      held = batch.events.at(-1)?.seq ?? held
    }
    expect(batches(sent)).toHaveLength(2)
  })

  it('never tells events out of the order of their numbers', () => {
    const { delivery, log, sent, sessionId, say, startAnswer, stream } = open()
    delivery.attach(WINDOW, sessionId, 10)
    const eventId = startAnswer()
    stream(eventId, 'a')
    say('between')
    stream(eventId, 'b')
    log.frames.pass()

    const numbers = batches(sent).flatMap((batch) => batch.events.map((event) => event.seq))
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  })

  it('drops the backlog of a window that does not draw, and says so once', () => {
    const { delivery, log, sent, noted, sessionId, say } = open()
    delivery.attach(WINDOW, sessionId, 10)
    for (let count = 0; count < 7_000; count += 1) {
      say(`message ${count}`)
      if (count % 10 === 0) log.frames.pass()
    }
    log.frames.pass()

    expect(sent.filter((message) => message.t === 'resync')).toHaveLength(1)
    const told = batches(sent).reduce((sum, batch) => sum + batch.events.length, 0)
    expect(told).toBeLessThan(2_100)
    delivery.attach(WINDOW, sessionId, 10)
    delivery.attach(WINDOW, sessionId, 10)
    delivery.detach(WINDOW, sessionId)
    expect(noted.map(([message]) => message)).toEqual([
      'Page opened',
      'Attached',
      'A window fell behind, and its backlog was dropped',
      'Attached after a lost backlog',
      'Resynced',
      'Detached',
    ])
  })

  it('goes on with a slow window once it has drawn', () => {
    const { delivery, log, sent, sessionId, say } = open()
    delivery.attach(WINDOW, sessionId, 10)
    for (let count = 0; count < 2_500; count += 1) {
      say(`message ${count}`)
      log.frames.pass()
    }
    const before = batches(sent).length
    delivery.acknowledge(WINDOW, sessionId, log.store.seqOf(sessionId))
    log.frames.pass()

    expect(batches(sent).length).toBe(before + 1)
    expect(batches(sent).at(-1)?.events.at(-1)?.seq).toBe(log.store.seqOf(sessionId))
  })

  it('keeps audit entries out of every window', () => {
    const { delivery, log, sent, sessionId } = open()
    delivery.attach(WINDOW, sessionId, 10)
    log.bus.publish(sessionId, [
      { kind: 'audit', payload: { action: 'run.cancel', actor: 'user', detail: {} } },
    ])
    log.frames.pass()
    expect(sent).toEqual([])
  })

  it('shows a running tool with what it has printed to a window that comes late', () => {
    const { delivery, log, sessionId } = open()
    const eventId = log.newId('event')
    const callId = 'call_1' as CallId
    const runId = 'run_00000001' as RunId
    log.bus.live(sessionId, {
      kind: 'tool.started',
      runId,
      payload: { eventId, callId, toolName: 'bash', args: {} },
    })
    log.bus.live(sessionId, {
      kind: 'tool.progress',
      runId,
      payload: { eventId, callId, text: 'line one\n' },
    })
    log.bus.live(sessionId, {
      kind: 'tool.progress',
      runId,
      payload: { eventId, callId, text: 'line two\n' },
    })

    expect(delivery.attach(WINDOW, sessionId as SessionId, 10).tools).toMatchObject([
      { eventId, toolName: 'bash', output: 'line one\nline two\n' },
    ])
  })

  it('tells two windows the same, each from where it attached', () => {
    const { delivery, log, to, sessionId, say } = open()
    delivery.opened(2)
    delivery.attach(WINDOW, sessionId, 10)
    say('one')
    log.frames.pass()
    const { cursor } = delivery.attach(2, sessionId, 10)
    say('two')
    log.frames.pass()

    const [first, second] = [WINDOW, 2].map((windowId) => batches(to(windowId)))
    expect(second).toEqual(first?.slice(1))
    expect(second?.[0]?.prevSeq).toBe(cursor.seq)
  })

  it('sends nothing to a page that is gone, and the new page of the window starts afresh', () => {
    const { delivery, log, sent, sessionId, say } = open()
    delivery.attach(WINDOW, sessionId, 10)
    say('meant for the old page')
    delivery.closed(WINDOW)
    delivery.opened(WINDOW)
    log.frames.pass()
    say('before the new page attached')
    log.frames.pass()
    expect(batches(sent)).toEqual([])

    const { path } = delivery.attach(WINDOW, sessionId, 10)
    say('for the new page')
    log.frames.pass()
    expect(path).toHaveLength(2)
    expect(batches(sent).flatMap((batch) => batch.events)).toHaveLength(1)
  })

  it('forgets a page whose end was never told when the next one starts', () => {
    const { delivery, log, sent, sessionId, say } = open()
    delivery.attach(WINDOW, sessionId, 10)
    say('meant for the old page')
    delivery.opened(WINDOW)
    expect(log.frames.waiting()).toBe(0)
    expect(batches(sent)).toEqual([])
  })

  it('has no timer waiting when nothing happens', () => {
    const { delivery, log, sessionId, say } = open()
    delivery.attach(WINDOW, sessionId, 10)
    say('one')
    log.frames.pass()
    expect(log.frames.waiting()).toBe(0)
  })
})
