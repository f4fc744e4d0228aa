import { afterEach, describe, expect, it } from 'vitest'
import type { Script } from '../../../../test/support/models/model-script.ts'
import { createModelServer, type ModelServer } from '../../../../test/support/models/model-server.ts'
import { MARKER_KEY as KEY, modelAt } from '../../../../test/support/models/served-model.ts'
import {
  collectFailure,
  sampleInfo,
  sampleRequest,
  textIn,
} from '../../../../test/support/protocols/model-samples.ts'
import { silentLogger } from '../../lib/logger.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(...scripts: Script[]): Promise<ModelServer> {
  const server = await createModelServer()
  closers.push(server.close)
  server.enqueue(...scripts)
  return server
}

const failure = async (script: Script) => {
  const server = await serve(script)
  const { chunks, error } = await collectFailure(modelAt(server.baseUrl), sampleRequest())
  return { chunks, error, host: `127.0.0.1:${server.port}` }
}

describe('a failure', () => {
  it.each([
    [
      400,
      { error: { message: 'Bad top_p.' } },
      'llm.other',
      /refused the request to scripted \(HTTP 400\).*Bad top_p/,
    ],
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens." } },
      'llm.context_overflow',
      /Compact/,
    ],
    [400, { error: { message: 'x', type: 'exceed_context_size_error' } }, 'llm.context_overflow', /Compact/],
    [
      401,
      { error: { message: `Incorrect API key provided: ${KEY}` } },
      'llm.auth',
      /did not accept the API key/,
    ],
    [402, {}, 'llm.other', /no credit left/],
    [403, {}, 'llm.auth', /does not allow this key/],
    [
      404,
      { error: { message: "model 'scripted' not found" } },
      'llm.not_found',
      /does not have the model scripted/,
    ],
    [404, '<html><body>Not Found</body></html>', 'llm.not_found', /no chat API at this address/],
    [408, {}, 'llm.timeout', /timed out waiting/],
    [413, {}, 'llm.context_overflow', /longer than/],
    [429, {}, 'llm.rate_limit', /Rate limit reached/],
    [
      429,
      { error: { message: 'You exceeded it.', code: 'insufficient_quota' } },
      'llm.other',
      /no credit left/,
    ],
    [500, { error: 'boom' }, 'llm.stream', /failed while answering with scripted \(HTTP 500\).*boom/],
    [502, '<html>Bad gateway</html>', 'llm.stream', /HTTP 502/],
    [503, { error: { message: 'Loading model' } }, 'llm.rate_limit', /loading/],
    [504, '', 'llm.timeout', /HTTP 504/],
    [529, {}, 'llm.rate_limit', /overloaded/],
    [307, '', 'llm.other', /sends requests on to another address/],
  ] as const)('with HTTP %i says what to do', async (status, body, code, words) => {
    const { error, host } = await failure({ status, body })
    expect(error).toMatchObject({ code })
    expect(error.message).toMatch(words)
    expect(error.message).toContain(host)
    expect(error.message).not.toContain(KEY)
    expect(error.message).not.toContain('<html')
  })

  it.each([
    [{ topP: 0.5 }, 'Unsupported parameter: top_p', /does not let top P be set for scripted/],
    [
      { reasoning: true, reasoningEffort: 'high' },
      "Unsupported value: 'reasoning_effort' does not support 'high'",
      /does not know the reasoning effort high for scripted/,
    ],
  ] as const)(
    'for what the person set of the model names the setting: %j',
    async (settings, message, words) => {
      const info = sampleInfo(settings)
      const server = await serve({ status: 400, body: { error: { message } } })
      const { error } = await collectFailure(
        modelAt(server.baseUrl, { info }),
        sampleRequest({ model: info }),
      )
      expect(error).toMatchObject({ code: 'llm.other' })
      expect(error.message).toMatch(words)
      expect(error.message).toContain(message)
      expect(server.requests).toHaveLength(1)
    },
  )

  it('carries how long the server asks to wait', async () => {
    const { error } = await failure({ status: 429, headers: { 'retry-after': '7' }, body: {} })
    expect(error).toMatchObject({ code: 'llm.rate_limit', recoverable: true, retryAfterMs: 7000 })
  })

  it('keeps long and dirty words of a server short and clean', async () => {
    const long = `Key\u0007 ${'deadbeef01'.repeat(5)} is\n\nwrong. ${'more '.repeat(500)}`
    const { error } = await failure({ status: 400, body: { error: { message: long } } })
    expect(error.message).toContain('Key [hidden] is wrong.')
    expect(error.message.length).toBeLessThan(420)
  })

  it('names a missing key as missing', async () => {
    const server = await serve({ status: 401, body: {} })
    const model = modelAt(server.baseUrl, { readKey: async () => null })
    const { error } = await collectFailure(model, sampleRequest())
    expect(error.message).toContain('wants an API key and none is set')
  })

  it('keeps the words that came before the connection was lost', async () => {
    const { chunks, error } = await failure({ steps: [{ do: 'text', text: 'Half' }, { do: 'drop' }] })
    expect(textIn(chunks)).toBe('Half')
    expect(error).toMatchObject({ code: 'llm.stream', recoverable: true })
    expect(error.message).toContain('was lost while scripted was answering')
  })

  it.each([
    ['', []],
    [
      ', whatever usage came with it',
      [
        { do: 'usage' as const, usage: { prompt: 10, completion: 1 } },
        { do: 'text' as const, text: '' },
      ],
    ],
    [', whatever it quotes', [{ do: 'text' as const, text: '\ndata: [DONE]\n' }]],
  ])('is reported when the answer ends before it is complete%s', async (_what, more) => {
    const { chunks, error } = await failure({
      steps: [{ do: 'text', text: 'Half' }, ...more, { do: 'close' }],
    })
    expect(textIn(chunks)).toMatch(/^Half/)
    expect(error).toMatchObject({ code: 'llm.stream' })
    expect(error.message).toContain('before it was complete')
  })

  it('is reported for a stream with nothing in it', async () => {
    const { error } = await failure({ steps: [] })
    expect(error).toMatchObject({ code: 'llm.stream' })
    expect(error.message).toContain('empty answer')
  })

  it('is reported for an event that is not JSON', async () => {
    const { error } = await failure({
      steps: [
        { do: 'text', text: 'a' },
        { do: 'data', data: '{"choices": [' },
      ],
    })
    expect(error).toMatchObject({ code: 'llm.stream' })
    expect(error.message).toContain('not JSON')
  })

  it('is reported for bytes that are no events at all', async () => {
    const { error } = await failure({ steps: [{ do: 'raw', text: '\u0000\u0001 what\n\n{}}\n' }] })
    expect(error).toMatchObject({ code: 'llm.stream' })
  })

  it('is reported for a web page in place of an answer', async () => {
    const { error } = await failure({ status: 200, body: '<!doctype html><title>Welcome</title>' })
    expect(error).toMatchObject({ code: 'llm.not_found' })
    expect(error.message).toContain('web page')
  })

  it('is read from an error inside the stream', async () => {
    const data = JSON.stringify({ error: { message: 'Slow down', code: 429 } })
    const { error } = await failure({ steps: [{ do: 'data', data }] })
    expect(error).toMatchObject({ code: 'llm.rate_limit' })
    expect(error.message).toContain('Slow down')
  })

  it('is reported when the content filter stops the answer', async () => {
    const { error } = await failure({
      steps: [
        { do: 'text', text: 'a' },
        { do: 'finish', reason: 'content_filter' },
      ],
    })
    expect(error.message).toContain('content filter')
  })

  it('names the address where nothing listens', async () => {
    const server = await serve()
    await server.close()
    const { error } = await collectFailure(modelAt(server.baseUrl), sampleRequest())
    expect(error).toMatchObject({ code: 'llm.stream', recoverable: true })
    expect(error.message).toBe(
      `Nothing answers at 127.0.0.1:${server.port}. Start the model server and try again.`,
    )
  })

  it('names a host that does not exist', async () => {
    const { error } = await collectFailure(modelAt('http://no-such-host.invalid/v1'), sampleRequest())
    expect(error.message).toMatch(/no-such-host\.invalid/)
  })

  it('keeps the words of a bug for the log', async () => {
    const logged: unknown[] = []
    const logger = { ...silentLogger, error: (_message: string, error: unknown) => void logged.push(error) }
    const bug = new TypeError('x is not a function')
    const model = modelAt('http://127.0.0.1:1/v1', { logger, readKey: () => Promise.reject(bug) })
    const { error } = await collectFailure(model, sampleRequest())
    expect([error.code, error.message.includes('not a function'), logged]).toEqual([
      'llm.other',
      false,
      [bug],
    ])
  })

  it('tells HTTPS where the server speaks HTTP', async () => {
    const server = await serve()
    const { error } = await collectFailure(modelAt(server.baseUrl.replace('http', 'https')), sampleRequest())
    expect(error.message).toContain('does not speak HTTPS')
  })
})
