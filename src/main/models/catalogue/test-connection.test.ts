import { afterEach, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { englishOf, say, tell } from '#shared/sentences.ts'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { type Script, textScript } from '../../../../test/support/models/model-script.ts'
import { createModelServer, type ModelServerOptions } from '../../../../test/support/models/model-server.ts'
import { MARKER_KEY, modelAt } from '../../../../test/support/models/served-model.ts'
import { systemClock } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { type ConnectionProposal, createConnectionTest } from './test-connection.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(options: ModelServerOptions, ...scripts: Script[]) {
  const server = await createModelServer(options)
  closers.push(server.close)
  server.enqueue(...scripts)
  return server
}

const signal = new AbortController().signal

async function test(
  proposal: Partial<ConnectionProposal> & { baseUrl: string },
  clock = systemClock,
  stop = signal,
) {
  const connection = createConnectionTest({
    fetch: createHttpFetch({ clock: systemClock, connectMs: 1_000 }),
    readKey: async (ref) => {
      if (ref === 'vault:gone')
        throw AppError.saying('vault.not_found', say('vault.noSecret', { name: 'gone' }))
      return new Secret(MARKER_KEY)
    },
    connect: (info, { baseUrl }) => modelAt(baseUrl, { info }),
    clock,
  })
  const report = await connection.test(
    { api: 'openai-completions', id: 'scripted', apiKeyRef: 'vault:lab', ...proposal },
    stop,
  )
  expect(JSON.stringify(report)).not.toContain(MARKER_KEY)
  // A window says every line in its own language.
  for (const { detail } of report.steps) expect(englishOf(detail.said)).toBe(detail.text)
  return report
}
const lastOf = (report: Awaited<ReturnType<typeof test>>) => report.steps.at(-1)

it('walks every step of a good connection', async () => {
  const server = await serve({ models: ['scripted', 'other'] }, textScript('Hi'))
  const report = await test({ baseUrl: server.baseUrl })
  expect(report).toMatchObject({ ok: true, models: ['scripted', 'other'] })
  expect(report.steps.map(({ step }) => step)).toEqual([
    'address',
    'keyFound',
    'reached',
    'protocol',
    'keyAccepted',
    'modelKnown',
    'answer',
  ])
  expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual(
    Array.from({ length: 2 }, () => `Bearer ${MARKER_KEY}`),
  )
  expect(server.requests[1]?.body).toMatchObject({ max_tokens: 1 })
})

it('stops at the list when no model is named yet', async () => {
  const server = await serve({ models: ['a'] })
  expect(await test({ baseUrl: server.baseUrl, id: '' })).toMatchObject({ ok: true, models: ['a'] })
  expect(server.requests).toHaveLength(1)
})

it.each([
  ['not an address', 'is not a web address'],
  ['ftp://x/v1', 'is not a web address'],
  ['https://me:pw@example.com/v1', 'contains a name or password'],
])('says what is wrong with %j', async (baseUrl, words) => {
  const report = await test({ baseUrl })
  expect(report.ok).toBe(false)
  expect(lastOf(report)).toMatchObject({
    step: 'address',
    ok: false,
    detail: { text: expect.stringContaining(words) },
  })
})

it('says that the key is not there', async () => {
  const report = await test({ baseUrl: 'http://127.0.0.1:1/v1', apiKeyRef: 'vault:gone' })
  expect(lastOf(report)).toEqual({
    step: 'keyFound',
    ok: false,
    detail: tell(say('vault.noSecret', { name: 'gone' })),
  })
})

it('refuses the key of another provider before a request', async () => {
  const connection = createConnectionTest({
    fetch: () => Promise.reject(new Error('A request was made.')),
    readKey: async () => new Secret('sk-ant-api03-x'),
    connect: () => {
      throw new Error('A model was opened.')
    },
    clock: systemClock,
  })
  const report = await connection.test(
    { api: 'openai-responses', id: 'gpt-5', baseUrl: 'https://api.openai.com/v1', apiKeyRef: 'vault:lab' },
    AbortSignal.timeout(10_000),
  )
  const facts = { owner: 'Anthropic', provider: 'OpenAI' }
  expect(lastOf(report)).toEqual({ step: 'keyFound', ok: false, detail: tell(say('llm.foreignKey', facts)) })
})

it('says that nothing answers', async () => {
  const server = await serve({})
  await server.close()
  const report = await test({ baseUrl: server.baseUrl })
  expect(lastOf(report)).toMatchObject({ step: 'reached', ok: false })
  expect(lastOf(report)?.detail.text).toContain('Nothing answers at')
})

it('finds the better address', async () => {
  const server = await serve({ models: ['a'] })
  const report = await test({ baseUrl: server.baseUrl.replace('/v1', '/') })
  expect(lastOf(report)).toEqual({
    step: 'protocol',
    ok: false,
    detail: tell(say('test.betterAddress', { address: server.baseUrl })),
  })
})

it('says that the address belongs to something else', async () => {
  const page = await serve({ models: { status: 200, body: '<html>Welcome</html>' } })
  expect(lastOf(await test({ baseUrl: page.baseUrl }))).toMatchObject({
    step: 'protocol',
    ok: false,
    detail: { text: expect.stringContaining('sent a web page') },
  })
})

it('says that the key was refused', async () => {
  const server = await serve({
    models: { status: 401, body: { error: { message: `Bad key ${MARKER_KEY}` } } },
  })
  expect(lastOf(await test({ baseUrl: server.baseUrl }))).toMatchObject({
    step: 'keyAccepted',
    ok: false,
    detail: { text: expect.stringContaining('did not accept the API key') },
  })
})

it('names the models there are when the one asked for is unknown', async () => {
  const refusal = { status: 404, body: { error: { message: 'model "scripted" not found' } } }
  const server = await serve({ models: ['a', 'b'] }, refusal)
  const report = await test({ baseUrl: server.baseUrl })
  expect(lastOf(report)).toMatchObject({ step: 'modelKnown', ok: false })
  expect(lastOf(report)?.detail.text).toContain('does not list scripted. It has a, b.')
})

it('accepts a model that answers without being listed', async () => {
  const server = await serve({ models: ['a'], respond: () => textScript('Hi') })
  expect(await test({ baseUrl: server.baseUrl })).toMatchObject({ ok: true })
})

it('accepts a server without a list', async () => {
  const models = { status: 404, body: { error: { message: 'no such route' } } }
  const server = await serve({ models }, textScript('Hi'))
  expect(await test({ baseUrl: server.baseUrl })).toMatchObject({ ok: true, models: [] })
})

it('says that the model failed to answer', async () => {
  const server = await serve({ models: ['scripted'] }, { status: 500, body: { error: 'out of memory' } })
  expect(lastOf(await test({ baseUrl: server.baseUrl }))).toMatchObject({
    step: 'answer',
    ok: false,
    detail: { text: expect.stringContaining('out of memory') },
  })
})

it('ends after its limit and says so', async () => {
  const clock = createStoppedClock()
  const server = await serve({ models: ['scripted'] }, { silent: true })
  const testing = test({ baseUrl: server.baseUrl }, clock)
  await server.received(1)
  clock.advance(60_000)
  expect(lastOf(await testing)).toMatchObject({
    step: 'answer',
    ok: false,
    detail: { text: expect.stringContaining('took too long') },
  })
})

it('stops when the person stops it', async () => {
  const server = await serve({ models: ['scripted'] }, { silent: true })
  const controller = new AbortController()
  const testing = test({ baseUrl: server.baseUrl }, systemClock, controller.signal)
  await server.received(1)
  controller.abort()
  await expect(testing).rejects.toMatchObject({ code: 'cancelled' })
})
