import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { fetchModelList } from './model-list.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Served = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string }

/** Asks a server that answers everything with the same bytes. */
async function listFrom({ status = 200, headers = {}, body }: Served, plan = false) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const asked = { api: plan ? 'openai-responses' : 'openai-completions', key: null } as const
  return fetchModelList(
    createHttpFetch({ clock: systemClock, connectMs: 10_000 }),
    { ...asked, baseUrl: `http://127.0.0.1:${port}/v1` },
    new AbortController().signal,
  )
}

const data = (...ids: readonly unknown[]) => JSON.stringify({ data: ids.map((id) => ({ id })) })

it.each([
  ['a line break', 'gpt\n5'],
  ['a space', 'gpt 5'],
  ['letters turned round', 'gpt-\u202e5'],
  ['a mark that no one sees', 'gpt\u200b-5'],
  ['nothing', ''],
  ['a long name', 'x'.repeat(201)],
  ['a number', 5],
  ['a table', {}],
])('leaves out a model named with %s, and lists the others', async (_name, id) => {
  expect(await listFrom({ body: data('good', id) })).toMatchObject({ kind: 'list', ids: ['good'] })
})

it('lists each model once, and no more than a person could look through', async () => {
  expect(await listFrom({ body: data('a', 'a', '__proto__', 'constructor') })).toMatchObject({
    ids: ['a', '__proto__', 'constructor'],
  })
  const many = await listFrom({ body: data(...Array.from({ length: 5_000 }, (_, at) => `m-${at}`)) })
  expect(many.kind === 'list' && many.ids.length).toBe(500)
})

it('leaves hidden and hostile models of a plan out as well', async () => {
  const models = [
    { slug: 'gpt-5.2', visibility: 'list', context_window: -1 },
    { slug: 'gpt-5\u202e', visibility: 'list' },
    { slug: 'gpt-hidden', visibility: 'hide' },
    { slug: 'gpt-odd' },
  ]
  const list = await listFrom({ body: JSON.stringify({ models }) }, true)
  expect(list).toMatchObject({ kind: 'list', ids: ['gpt-5.2'] })
  expect(list.kind === 'list' && list.facts.get('gpt-5.2')?.contextWindow).toBeUndefined()
})

it.each([
  ['a page', { body: '<!doctype html><p>Log in' }, { kind: 'strange', what: 'html' }],
  ['3 MB', { body: data('x'.repeat(3 * 1024 ** 2)) }, { kind: 'strange', what: 'huge' }],
  ['no list', { body: '{"data":"gpt-5"}' }, { kind: 'strange', what: 'other' }],
  [
    'a redirect',
    { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
    { kind: 'refused', status: 302 },
  ],
])('takes %s for no list, and goes nowhere else', async (_name, served, found) => {
  expect(await listFrom(served)).toMatchObject(found)
})
