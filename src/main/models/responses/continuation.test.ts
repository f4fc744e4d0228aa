import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import {
  createContinuingServer,
  type Death,
  type Trouble,
} from '../../../../test/support/protocols/continuing-server.ts'
import { sampleRequest, toolMessage, userMessage } from '../../../../test/support/protocols/model-samples.ts'
import { responsesServed } from '../../../../test/support/protocols/responses-served.ts'
import type { Loose, ScriptedAnswer } from '../../../../test/support/protocols/scripted-answer.ts'
import { answerOf, infoOf, KEY } from '../../../../test/support/protocols/served-protocols.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { Secret } from '../../lib/secret.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { DEFAULT_TIMEOUTS } from '../http/model-timeouts.ts'
import { createTextSockets } from '../http/text-socket.ts'
import type { ModelChunk, ModelRequest } from '../model.ts'
import { joinPieces } from '../protocol/join-pieces.ts'
import { withRetry } from '../retry/retry.ts'
import { createOpenAiResponses } from './openai-responses.ts'
import { createResponsesSockets } from './responses-sockets.ts'
import { isAnswering } from './socket-answer.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const CHAT = 'ses_00000001' as SessionId
const WHICH = { api: 'openai-responses', id: 'gpt-6' } as const
const INFO = infoOf(WHICH, { continuation: true })
const TOOL = { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: {} } }
const ROUNDS = 4
const DEATHS = ['cut', 'closed', 'error', 'failed', 'garbled'] as const

/** Calls tools for some rounds, then answers: the same for the same input. */
function respond(whole: readonly Loose[]): ScriptedAnswer {
  const round = whole.filter(({ type }) => type === 'function_call_output').length
  if (round >= ROUNDS) return { parts: [{ t: 'text', text: `Done after ${round}.` }] }
  return {
    parts: [
      { t: 'reasoning', text: `Step ${round}\n\nMore of it.` },
      { t: 'text', text: `Reading ${round}.` },
      { t: 'call', id: `call_${round}`, name: 'read', args: { path: `${round}.ts` } },
    ],
  }
}

/** The events of an answer up to its end. */
const EVENTS = responsesServed
  .stream(respond([]), { path: '', headers: {}, body: { model: INFO.id } })
  .map((line): unknown => JSON.parse(line.slice(line.indexOf('data: ') + 6)))
  .slice(0, -1)
const NO_DEATH: Death = { after: Number.POSITIVE_INFINITY, how: 'closed' }

async function open({ continuation = true } = {}) {
  const server = await createContinuingServer(respond)
  const ending = new AbortController()
  const timers: { ms: number; act: () => void }[] = []
  const clock = {
    elapsed: systemClock.elapsed,
    schedule: (ms: number, act: () => void) => {
      const timer = { ms, act }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  }
  const connectMs = 5_000
  const sockets = createResponsesSockets({
    open: createTextSockets({ clock: systemClock, connectMs }),
    clock,
    logger: silentLogger,
    signal: ending.signal,
  })
  closers.push(() => ending.abort(), server.close)
  const model = createOpenAiResponses({
    info: continuation ? INFO : infoOf(WHICH),
    baseUrl: `${server.origin}/v1`,
    readKey: async () => new Secret(KEY),
    fetch: createHttpFetch({ clock: systemClock, connectMs }),
    clock: systemClock,
    timeouts: DEFAULT_TIMEOUTS,
    turnBudget: () => null,
    logger: silentLogger,
    sockets,
  })
  return { server, sockets, model, ending, timers }
}

type Rig = Awaited<ReturnType<typeof open>>

const requestOf = (messages: readonly Message[], changes: Partial<ModelRequest> = {}): ModelRequest =>
  sampleRequest({
    model: INFO,
    messages,
    tools: [TOOL],
    reserveOutput: 32_000,
    sessionId: CHAT,
    cacheKey: CHAT,
    ...changes,
  })

/** Runs a conversation to its end. A request that failed within its answer is made once more, as a run would. */
async function converse({ model }: Rig, changes: Partial<ModelRequest> = {}): Promise<readonly Message[]> {
  const messages: Message[] = [userMessage('Read all.')]
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ask = () => answerOf(model, requestOf(messages, changes))
    const answer = await ask().catch(ask)
    messages.push(answer)
    for (const part of answer.parts) {
      if (part.t === 'tool_call') messages.push(toolMessage(part.callId, part.name, `Contents of ${round}`))
    }
  }
  return messages
}

const plain = (messages: readonly Message[]) =>
  messages.map(({ role, parts, stop }) => ({ role, parts, stop }))

/** The items that a model read, in one form: a server adds ids to its own. */
const read = (whole: readonly Loose[]) =>
  whole.map(({ type, role, content, call_id, name, arguments: args, output, encrypted_content }) => ({
    type: type ?? 'message',
    role,
    call_id,
    name,
    args,
    output,
    encrypted_content,
    text: Array.isArray(content) ? content.map((part) => (part as Loose)['text']).join('') : content,
  }))

it('sends only what is new over one socket, and the server reads what it would read of whole requests', async () => {
  const whole = await open({ continuation: false })
  const rig = await open()
  expect(plain(await converse(rig))).toEqual(plain(await converse(whole)))
  expect(rig.server.faults).toEqual([])
  expect(rig.server.asked.map(({ via, sent, previous }) => [via, sent, previous !== null])).toEqual([
    ['socket', 1, false],
    ...Array.from({ length: ROUNDS }, () => ['socket', 1, true]),
  ])
  expect(rig.server.keys).toEqual([`Bearer ${KEY}`])
  expect(rig.server.asked.map((each) => read(each.whole))).toEqual(
    whole.server.asked.map((each) => read(each.whole)),
  )
  expect(whole.server.asked.map(({ via, sent }) => [via, sent])).toEqual(
    [1, 5, 9, 13, 17].map((items) => ['http', items]),
  )
})

it('gives the result of whole requests after any trouble, with at most one more request for each', async () => {
  const trouble = fc.oneof(
    fc.constantFrom<Trouble>('none', 'expired', 'too_old', 'killed_before', 'killed_after'),
    fc.record({ after: fc.nat(EVENTS.length), how: fc.constantFrom(...DEATHS) }),
  )
  const whole = await open({ continuation: false })
  const expected = plain(await converse(whole))
  await fc.assert(
    fc.asyncProperty(fc.array(trouble, { maxLength: 6 }), async (troubles) => {
      const rig = await open()
      rig.server.trouble(...troubles)
      expect(plain(await converse(rig))).toEqual(expected)
      expect(rig.server.faults).toEqual([])
      expect(rig.server.asked.length).toBeLessThanOrEqual(
        ROUNDS + 1 + troubles.filter((each) => each !== 'none').length,
      )
      const [last] = rig.server.asked.slice(-1)
      expect(read(last?.whole ?? [])).toEqual(read(whole.server.asked.at(-1)?.whole ?? []))
      rig.ending.abort()
      await rig.server.close()
    }),
    { numRuns: 40 },
  )
})

/** The answer to the second request of a conversation, as a caller with retries gets it. */
async function secondAnswer(rig: Rig, heard = () => {}) {
  const messages: Message[] = [userMessage('Read all.')]
  messages.push(await answerOf(rig.model, requestOf(messages)))
  messages.push(toolMessage('call_0', 'read', 'Contents of 0'))
  const before = rig.server.asked.length
  let tries = 0
  const retry = {
    clock: { ...systemClock, after: async () => {} },
    random: () => 0,
    onRetry: (attempt: number) => {
      tries = attempt
    },
  }
  const model = withRetry(rig.model, retry)
  const chunks: ModelChunk[] = []
  let error: readonly unknown[] | null = null
  try {
    const stream = model.stream(requestOf(messages), new AbortController().signal)
    for await (const chunk of stream) {
      chunks.push(chunk)
      heard()
    }
  } catch (caught) {
    if (!(caught instanceof AppError)) throw caught
    error = [caught.code, caught.said?.map(({ name }) => name)]
  }
  return { chunks: joinPieces(chunks), error, requests: rig.server.asked.length - before, tries }
}

it.each(DEATHS)(
  'dies as an answer over HTTP does, and before its first part is sent whole: %s',
  async (how) => {
    for (let after = 0; after <= EVENTS.length; after += 1) {
      const death: Death = { after, how }
      const whole = await open({ continuation: false })
      let heard = () => {}
      const isHeard = new Promise<void>((resolve) => {
        heard = resolve
      })
      const isSilent = !EVENTS.slice(0, after).some(isAnswering)
      whole.server.httpDeaths(NO_DEATH, isSilent ? death : { ...death, gate: isHeard })
      const rig = await open()
      rig.server.trouble('none', death)
      const [expected, found] = [await secondAnswer(whole, heard), await secondAnswer(rig)]
      expect({ after, ...found, tries: 0 }).toEqual({ after, ...expected, tries: 0 })
      expect(found.requests).toBe(expected.tries + 1)
      // The continuation alone caused this try, so it brings no notice.
      expect(found.tries).toBe(0)
      expect([rig.server.faults, whole.server.faults]).toEqual([[], []])
      for (const { ending, server } of [rig, whole]) {
        ending.abort()
        await server.close()
      }
    }
  },
)

it('sends a request whole over HTTP when the server begins an answer and then says nothing', async () => {
  const rig = await open()
  rig.server.trouble({ after: 1, how: 'quiet' })
  const asked = answerOf(rig.model, requestOf([userMessage('Read all.')]))
  await expect.poll(() => rig.timers.map(({ ms }) => ms)).toEqual([120_000])
  rig.timers[0]?.act()
  expect((await asked).parts.length).toBeGreaterThan(0)
  expect(rig.server.asked.map(({ via }) => via)).toEqual(['socket', 'http'])
  expect(rig.timers).toEqual([])
})

it('goes over HTTP to a server that takes no sockets, and asks it for one no more', async () => {
  const rig = await open()
  rig.server.refuseSockets()
  await converse(rig)
  expect(rig.server.asked.map(({ via }) => via)).toEqual(Array.from({ length: ROUNDS + 1 }, () => 'http'))
  expect(rig.sockets.size()).toBe(0)
})

it('sends a racing request whole over HTTP, and continues the first', async () => {
  const rig = await open()
  const first = [userMessage('Read all.')]
  let go = () => {}
  rig.server.gate(
    new Promise<void>((resolve) => {
      go = resolve
    }),
  )
  const slow = answerOf(rig.model, requestOf(first))
  await expect.poll(() => rig.server.asked.length).toBe(1)
  const other = await answerOf(rig.model, requestOf([userMessage('Another.')]))
  go()
  const answer = await slow
  expect(plain([other])).toEqual(plain([answer]))
  await answerOf(rig.model, requestOf([...first, answer, toolMessage('call_0', 'read', 'Contents')]))
  expect(rig.server.asked.map(({ via, previous }) => [via, previous !== null])).toEqual([
    ['socket', false],
    ['http', false],
    ['socket', true],
  ])
  expect(rig.server.faults).toEqual([])
})

it('starts again where the history, the instructions or the answer is no longer the one that was sent', async () => {
  const rig = await open()
  const first = [userMessage('Read all.')]
  const answer = await answerOf(rig.model, requestOf(first))
  const result = toolMessage('call_0', 'read', 'Contents')
  const changed: Message = {
    ...answer,
    parts: answer.parts.map((part) => (part.t === 'text' ? { ...part, text: 'Other words.' } : part)),
  }
  const others: ModelRequest[] = [
    requestOf([...first, changed, result]),
    requestOf([userMessage('Read some.'), answer, result]),
    requestOf([...first, answer, result], { system: 'Be long.' }),
    requestOf([...first, answer, result], { tools: [] }),
  ]
  for (const other of others) {
    await answerOf(rig.model, requestOf(first))
    await answerOf(rig.model, other)
    expect(rig.server.asked.at(-1)).toMatchObject({ via: 'socket', previous: null })
  }
  await answerOf(rig.model, requestOf(first))
  await answerOf(rig.model, requestOf([...first, answer, result], { reserveOutput: 1_000 }))
  expect(rig.server.asked.at(-1)?.previous).not.toBeNull()
  expect(rig.server.faults).toEqual([])
})

it('closes the socket of a request that is aborted', async () => {
  const rig = await open()
  rig.server.gate(new Promise(() => {}))
  const stopping = new AbortController()
  const asked = (async () => {
    for await (const _ of rig.model.stream(requestOf([userMessage('Read all.')]), stopping.signal));
  })()
  await expect.poll(() => rig.server.asked.length).toBe(1)
  stopping.abort(new Error('Stopped by the person.'))
  await expect(asked).rejects.toThrow()
  await expect.poll(() => rig.server.openSockets()).toBe(0)
  expect(rig.sockets.size()).toBe(0)
})

it('closes sockets that are idle, whose chat is closed, and all with the app', async () => {
  const rig = await open()
  const ask = (sessionId: SessionId) =>
    answerOf(rig.model, requestOf([userMessage('Read all.')], { sessionId, cacheKey: sessionId }))
  const others = ['ses_00000002', 'ses_00000003'] as SessionId[]
  for (const id of [CHAT, ...others]) await ask(id)
  expect(rig.server.openSockets()).toBe(3)
  expect(rig.timers.map(({ ms }) => ms)).toEqual([300_000, 300_000, 300_000])
  rig.timers[0]?.act()
  await expect.poll(() => rig.server.openSockets()).toBe(2)
  for (const id of others.slice(0, 1)) rig.sockets.close(id)
  await expect.poll(() => rig.server.openSockets()).toBe(1)
  rig.ending.abort()
  await expect.poll(() => rig.server.openSockets()).toBe(0)
  expect([rig.sockets.size(), rig.timers.length]).toEqual([0, 0])
})

it('tells what was sent, and leaves requests of the app and other models alone', async () => {
  const rig = await open()
  const bodies: [body: Loose, isContinued: boolean][] = []
  const onSent: NonNullable<ModelRequest['onSent']> = (body, isContinued) =>
    void bodies.push([body() as Loose, isContinued])
  await converse(rig, { onSent })
  expect(bodies.map(([, isContinued]) => isContinued)).toEqual([false, true, true, true, true])
  expect(bodies[1]?.[0]).toMatchObject({
    previous_response_id: 'resp_1',
    input: [{ type: 'function_call_output', call_id: 'call_0' }],
  })
  await answerOf(rig.model, sampleRequest({ model: INFO, sessionId: CHAT }))
  await answerOf(rig.model, sampleRequest({ model: INFO, cacheKey: 'none' }))
  expect(rig.server.asked.slice(-2).map(({ via }) => via)).toEqual(['http', 'http'])
})
