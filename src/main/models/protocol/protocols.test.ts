import { afterEach, describe, expect, it } from 'vitest'
import { sampleRequest, toolMessage, userMessage } from '../../../../test/support/protocols/model-samples.ts'
import {
  createProtocolServer,
  type ServedScript,
} from '../../../../test/support/protocols/protocol-server.ts'
import type { ScriptedAnswer } from '../../../../test/support/protocols/scripted-answer.ts'
import {
  answerOf,
  infoOf,
  KEY,
  SERVED_PROTOCOLS,
  servedModel,
} from '../../../../test/support/protocols/served-protocols.ts'
import { BlobId } from '../../../shared/ids.ts'
import { systemClock } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import { type ConnectionProposal, createConnectionTest } from '../catalogue/test-connection.ts'
import { createHttpFetch } from '../http/http-fetch.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const TOOL = { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: {} } }
const THINKS_AND_CALLS: ScriptedAnswer = {
  parts: [
    { t: 'reasoning', text: 'The file says it.\n\nSo I read it.' },
    { t: 'text', text: 'I read both files.' },
    { t: 'call', id: 'call_a', name: 'read', args: { path: 'a.ts' } },
    { t: 'call', id: 'call_b', name: 'read', args: { path: 'b.ts' } },
  ],
  usage: { input: 200, cacheRead: 800, output: 60, reasoning: 24 },
}
const DONE: ScriptedAnswer = { parts: [{ t: 'text', text: 'Done.' }] }

const never = new AbortController().signal
const STEPS = ['address', 'keyFound', 'reached', 'protocol', 'keyAccepted', 'modelKnown', 'answer']
/** From `off` to `max`. */
const EFFORTS: Readonly<Record<string, readonly string[]>> = {
  'anthropic-messages': ['disabled', 'low', 'low', 'medium', 'high', 'xhigh', 'max'],
  'openai-responses': ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  'google-generative-ai': ['MINIMAL', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'HIGH', 'HIGH'],
}

describe.each(SERVED_PROTOCOLS)('$api', (which) => {
  async function serve(...scripts: readonly ServedScript[]) {
    const server = await createProtocolServer(which.served)
    closers.push(server.close)
    server.enqueue(...scripts)
    return { server, model: servedModel(which, server.origin) }
  }
  const request = (changes: Parameters<typeof sampleRequest>[0] = {}) =>
    sampleRequest({ model: infoOf(which), tools: [TOOL], reserveOutput: 32_000, ...changes })

  it('reads reasoning, words, calls and usage', async () => {
    const { model } = await serve(THINKS_AND_CALLS)
    const answer = await answerOf(model, request())
    const plain = answer.parts.map((part) => ('replay' in part ? { ...part, replay: undefined } : part))
    expect(plain.filter((part) => part.t === 'text')).toMatchObject([{ text: 'I read both files.' }])
    expect(
      plain.filter((part) => part.t === 'reasoning').map((part) => part.t === 'reasoning' && part.text),
    ).toEqual(['The file says it.\n\nSo I read it.'])
    expect(plain.filter((part) => part.t === 'tool_call')).toMatchObject([
      { name: 'read', args: { path: 'a.ts' } },
      { name: 'read', args: { path: 'b.ts' } },
    ])
    expect(answer).toMatchObject({
      stop: 'tool_calls',
      usage: { input: 200, cacheRead: 800, cacheWrite: 0, output: 60, reasoning: 24 },
    })
  })

  it('sends the reasoning of a tool round back as it was', async () => {
    const { server, model } = await serve(
      { parts: [...THINKS_AND_CALLS.parts, { t: 'reasoning', text: 'Cut off' }] },
      { parts: [{ t: 'hidden', data: 'x' }, { t: 'text', text: 'Two more.' }, ...THINKS_AND_CALLS.parts] },
      DONE,
    )
    const first = userMessage('Read them')
    const messages = [first]
    for (let round = 0; round < 2; round += 1) {
      const answer = await answerOf(model, request({ messages }))
      messages.push(answer)
      for (const part of answer.parts) {
        if (part.t === 'tool_call') messages.push(toolMessage(part.callId, 'read', `Contents ${round}`))
      }
    }
    const last = await answerOf(model, request({ messages }))
    expect(server.faults).toEqual([])
    expect(last.parts).toMatchObject([{ t: 'text', text: 'Done.' }])
  })

  it('keeps its beginning from one request of a tool round to the next', async () => {
    const { server, model } = await serve(THINKS_AND_CALLS, DONE)
    const messages = [userMessage('Read them')]
    messages.push(await answerOf(model, request({ messages })))
    for (const part of messages[1]?.parts ?? []) {
      if (part.t === 'tool_call') messages.push(toolMessage(part.callId, 'read', 'Contents'))
    }
    await answerOf(model, request({ messages }))
    const [before, after] = server.requests.map(({ body }) => withoutMarks(JSON.stringify(body)))
    const shared = sharedLength(before ?? '', after ?? '')
    // Only the end of the list and the JSON after it differ.
    expect((before ?? '').length - shared).toBeLessThan(10)
  })

  it('carries the key in a header only, and nothing of this machine', async () => {
    const { server, model } = await serve(DONE)
    await answerOf(model, request())
    const [sent] = server.requests
    const { authorization, 'x-api-key': own, 'x-goog-api-key': google, ...headers } = sent?.headers ?? {}
    expect([authorization, own, google].filter((value) => value !== undefined).join()).toContain(KEY)
    expect(JSON.stringify([sent?.path, sent?.body, headers])).not.toContain(KEY)
    const names = Object.keys(headers).filter((name) => name !== 'anthropic-version')
    expect(names.sort()).toEqual(['accept', 'connection', 'content-length', 'content-type', 'host'])
  })

  it('says that an answer was cut by its limit', async () => {
    const { model } = await serve({ parts: [{ t: 'text', text: 'And' }], stop: 'length' })
    expect(await answerOf(model, request())).toMatchObject({ stop: 'length' })
  })

  it.each([
    ['withheld', { parts: [], stop: 'refusal' } as const, 'llm.other'],
    ['broken off', { cutAfter: 3, answer: THINKS_AND_CALLS }, 'llm'],
    ['refused for its key', { status: 401, message: 'Bad key' }, 'llm.auth'],
    ['refused for the rate', { status: 429, message: 'Slow down' }, 'llm.rate_limit'],
    ['refused by an overloaded server', { status: 529, message: 'Overloaded' }, 'llm.rate_limit'],
    ['too long', { status: 400, message: 'prompt is too long: 210000 tokens' }, 'llm.context_overflow'],
  ])('fails when the answer is %s', async (_what, script, code) => {
    const { model } = await serve(script)
    await expect(answerOf(model, request())).rejects.toMatchObject({ code: expect.stringContaining(code) })
  })

  it('stops at once', async () => {
    const { model } = await serve({ hang: true })
    const stop = new AbortController()
    const chunks = model.stream(request(), stop.signal)[Symbol.asyncIterator]()
    const next = chunks.next()
    stop.abort()
    await expect(next).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('forces the one tool', async () => {
    const { server, model } = await serve({ parts: [{ t: 'call', id: 'c', name: 'read', args: {} }] })
    const answer = await answerOf(model, request({ forcedTool: 'read', effort: 'high' }))
    expect(answer.parts).toMatchObject([{ t: 'tool_call', name: 'read' }])
    expect(JSON.stringify(server.requests[0]?.body)).toMatch(/"tool_choice"|"toolConfig"/)
  })

  it('sends each effort in its own words', async () => {
    const { server, model } = await serve(...Array.from({ length: 7 }, () => DONE))
    for (const effort of ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const) {
      await answerOf(model, request({ effort }))
    }
    expect(server.requests.map(({ body }) => effortIn(body))).toEqual(EFFORTS[which.api])
    expect(server.faults).toEqual([])
  })

  it('shows pictures and PDFs, and names other files', async () => {
    const { server, model } = await serve(DONE)
    const messages = [
      userMessage(
        'Look',
        { t: 'file', blobId: BlobId.parse('blb_00000001'), mime: 'image/png', name: 'a.png' },
        { t: 'file', blobId: BlobId.parse('blb_00000002'), mime: 'application/pdf', name: 'b.pdf' },
        { t: 'file', blobId: BlobId.parse('blb_00000003'), mime: 'application/zip', name: 'c.zip' },
      ),
    ]
    await answerOf(model, request({ messages, readFile: async (id) => new TextEncoder().encode(id) }))
    const sent = JSON.stringify(server.requests[0]?.body)
    expect(sent).toContain(Buffer.from('blb_00000001').toString('base64'))
    expect(sent).toContain(Buffer.from('blb_00000002').toString('base64'))
    expect(sent).toContain('[file: c.zip (application/zip)]')
    expect(JSON.stringify(model.draft?.(request({ messages })))).toContain('[image/png, blb_00000001]')
  })

  it.each([
    ['a model that sees none', 'This model does not support image input.', 'blind', 'which you cannot see'],
    [
      'one that is too large',
      'image exceeds 5 MB maximum',
      'refused',
      'which the server refused to show you',
    ],
  ])('does without pictures once the server refused them: %s', async (_what, message, why, words) => {
    const { server, model } = await serve({ status: 400, message }, DONE, DONE)
    const file = {
      t: 'file' as const,
      blobId: BlobId.parse('blb_00000001'),
      mime: 'image/png',
      name: 'a.png',
    }
    const messages = [userMessage('Look', file)]
    const told: string[] = []
    const asking = () =>
      answerOf(
        model,
        request({
          messages,
          readFile: async (id: string) => new TextEncoder().encode(id),
          onPicturesNamed: (reason) => void told.push(reason),
        }),
      )
    expect((await asking()).parts).toMatchObject([{ t: 'text', text: 'Done.' }])
    await asking()
    expect(server.requests).toHaveLength(3)
    expect(JSON.stringify(server.requests[0]?.body)).toContain(Buffer.from('blb_00000001').toString('base64'))
    for (const { body } of server.requests.slice(1)) {
      expect(JSON.stringify(body)).toContain(`[picture: a.png (image/png), ${words}]`)
    }
    expect(told).toEqual([why, why])
  })

  it('is tried step by step, with the list of its models', async () => {
    const { server } = await serve(DONE)
    const tried = createConnectionTest({
      clock: systemClock,
      readKey: async () => new Secret(KEY),
      fetch: createHttpFetch({ clock: systemClock, connectMs: 10_000 }),
      connect: (info) => servedModel(which, server.origin, info),
    })
    const proposal = {
      api: which.api,
      baseUrl: `${server.origin}${which.root}`,
      apiKeyRef: 'vault:k',
    } as const
    const report = await tried.test({ ...proposal, id: 'first' } as ConnectionProposal, never)
    expect(report).toMatchObject({ ok: true, models: ['first', 'second'] })
    expect(report.steps.map(({ step }) => step)).toEqual(STEPS)
    expect(server.faults).toEqual([])
  })
})

function withoutMarks(body: string): string {
  return body.replaceAll(',"cache_control":{"type":"ephemeral"}', '')
}

function sharedLength(before: string, after: string): number {
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  return at
}

function effortIn({
  thinking,
  output_config,
  reasoning,
  generationConfig,
}: Record<string, unknown>): unknown {
  const gemini = generationConfig as { thinkingConfig?: { thinkingLevel?: string } } | undefined
  const claude = thinking as { type: string } | undefined
  const adaptive = (output_config as { effort: string } | undefined)?.effort
  return (
    (claude?.type === 'disabled' ? 'disabled' : adaptive) ??
    (reasoning as { effort: string } | undefined)?.effort ??
    gemini?.thinkingConfig?.thinkingLevel
  )
}

it('sends Anthropic no longer answers than a refusal allows', async () => {
  const which = SERVED_PROTOCOLS.find(({ api }) => api === 'anthropic-messages')
  if (which === undefined) throw new Error('The protocol is missing.')
  const server = await createProtocolServer(which.served)
  closers.push(server.close)
  const message =
    'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for this model'
  server.enqueue({ status: 400, message }, DONE, DONE)
  const model = servedModel(which, server.origin)
  const request = sampleRequest({ model: infoOf(which), reserveOutput: 32_000 })
  for (let asked = 0; asked < 2; asked += 1) {
    expect((await answerOf(model, request)).parts).toMatchObject([{ t: 'text', text: 'Done.' }])
  }
  const limits = server.requests.map(({ body }) => (body as { max_tokens: number }).max_tokens)
  expect(limits).toEqual([32_000, 8192, 8192])
})
