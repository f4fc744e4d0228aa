import { request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import type { TriggerId } from '#shared/ids.ts'
import { createWebhookGuard, MOST_BODY } from './webhook-answers.ts'
import { createWebhookListener } from './webhook-listener.ts'

const ID = 'trg_00000001' as TriggerId
const OTHER = 'trg_00000009' as TriggerId
const SECRET = 'the right secret'

async function open() {
  const deliveries: { readonly id: TriggerId; readonly delivery: string | null; readonly body: string }[] = []
  let at = 1_000_000
  const listener = createWebhookListener({
    guard: createWebhookGuard({
      now: () => at,
      secretOf: async (id) => (id === ID || id === OTHER ? SECRET : null),
    }),
    deliver: async (id, delivery, body) => {
      const isKnown = delivery !== null && deliveries.some((each) => each.delivery === delivery)
      deliveries.push({ id, delivery, body })
      return isKnown ? null : 'running'
    },
    portBefore: () => null,
    keepPort: () => {},
    report: (error) => {
      throw error
    },
  })
  await listener.listen(true)
  onTestFinished(() => listener.close())
  const port = listener.port() ?? 0
  const send = (
    headers: Readonly<Record<string, string>> = {},
    { body = 'hello', path = `/hooks/${ID}`, method = 'POST' } = {},
  ) =>
    new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      call.on('error', reject)
      call.end(body)
    })
  return {
    deliveries,
    listener,
    send,
    right: { 'x-orrery-secret': SECRET },
    pass: (ms: number): void => {
      at += ms
    },
  }
}

it('takes a request with the right secret, in either header', async () => {
  const { send, right, deliveries } = await open()
  const answers = [
    await send(right),
    await send({ authorization: `Bearer ${'x'}` }),
    await send(right, { body: '' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([202, 404, 202])
  expect(deliveries.map(({ body }) => body)).toEqual(['hello', ''])
})

it.each<
  [string, Readonly<Record<string, string>>, Parameters<Awaited<ReturnType<typeof open>>['send']>[1], number]
>([
  ['a wrong secret', { 'x-orrery-secret': 'wrong' }, {}, 404],
  ['no secret', {}, {}, 404],
  ['an unknown trigger', { 'x-orrery-secret': SECRET }, { path: '/hooks/trg_00000002' }, 404],
  ['another path', { 'x-orrery-secret': SECRET }, { path: '/' }, 404],
  ['another method', { 'x-orrery-secret': SECRET }, { method: 'GET', body: '' }, 405],
  ['a page in a browser', { 'x-orrery-secret': SECRET, origin: 'https://example.com' }, {}, 403],
  ['a name that resolves to this computer', { 'x-orrery-secret': SECRET, host: 'evil.example' }, {}, 403],
  ['a body that is too large', { 'x-orrery-secret': SECRET }, { body: 'x'.repeat(MOST_BODY + 1) }, 413],
])('refuses %s', async (_what, headers, more, status) => {
  const { send, deliveries } = await open()
  expect((await send(headers, more)).status).toBe(status)
  expect(deliveries).toEqual([])
})

it('tells a repeated delivery from a new one', async () => {
  const { send, right } = await open()
  const named = { ...right, 'x-orrery-delivery': 'one' }
  const texts = [await send(named), await send(named)].map(({ text }) => JSON.parse(text) as unknown)
  expect(texts).toEqual([{ state: 'running' }, { state: 'repeated' }])
})

it('refuses more requests than a minute may have, until it has passed', async () => {
  const { send, right, pass } = await open()
  const statuses: number[] = []
  for (let sent = 0; sent < 21; sent += 1) statuses.push((await send(right)).status)
  pass(61_000)
  statuses.push((await send(right)).status)
  expect(statuses.slice(-3)).toEqual([202, 429, 202])
})

it('slows down guesses of the secret', async () => {
  const { send, right } = await open()
  for (let sent = 0; sent < 30; sent += 1) await send({ 'x-orrery-secret': `guess ${sent}` })
  expect((await send(right)).status).toBe(429)
  expect((await send(right, { path: `/hooks/${OTHER}` })).status).toBe(202)
})

it('lets guesses of unknown addresses lock no webhook', async () => {
  const { send, right } = await open()
  const statuses: number[] = []
  for (let sent = 0; sent < 31; sent += 1) {
    statuses.push((await send(right, { path: `/hooks/trg_9999999${sent % 10}` })).status)
  }
  expect([statuses.at(0), statuses.at(-1), (await send(right)).status]).toEqual([404, 429, 202])
})

it('closes when no webhook needs it', async () => {
  const { listener, send, right } = await open()
  await listener.listen(false)
  expect(listener.port()).toBeNull()
  await expect(send(right)).rejects.toThrow('ECONNREFUSED')
})
