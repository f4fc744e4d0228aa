import { expect, it } from 'vitest'
import { createProxyRoute } from './proxy-route.ts'

const wayTo = async (url: string, env: Record<string, string> = {}, system = 'DIRECT') => {
  const proxy = await createProxyRoute(env, async () => system)(new URL(url))
  return proxy?.href ?? null
}
const HTTPS = 'https://api.example.com/v1'

it.each([
  [HTTPS, { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  [HTTPS, { https_proxy: 'proxy:3128', HTTPS_PROXY: 'http://other:1' }, 'http://proxy:3128/'],
  [HTTPS, { ALL_PROXY: 'https://proxy' }, 'https://proxy/'],
  [HTTPS, { HTTP_PROXY: 'http://proxy:3128' }, null],
  ['http://lab.example/v1', { HTTP_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  // Local addresses are always reached directly, whatever is configured.
  ['http://127.0.0.1:11434/v1', { HTTP_PROXY: 'http://proxy:3128' }, null],
  ['http://localhost:1234/v1', { ALL_PROXY: 'http://proxy:3128' }, null],
  ['http://[::1]:8080/v1', { ALL_PROXY: 'http://proxy:3128' }, null],
])('goes to %s as the environment says: %j', async (url, env, proxy) => {
  expect(await wayTo(url, env as Record<string, string>)).toBe(proxy)
})

it.each([
  ['*', true],
  ['example.com', true],
  ['.example.com', true],
  ['*.example.com', true],
  ['API.EXAMPLE.COM:443', true],
  ['lab.local, api.example.com', true],
  ['api.example.com:8443', false],
  ['ample.com', false],
  ['', false],
])('goes straight to what NO_PROXY names: %s', async (list, straight) => {
  const proxy = await wayTo(HTTPS, { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: list })
  expect(proxy === null).toBe(straight)
})

it.each([
  ['DIRECT', null],
  ['PROXY proxy:3128; DIRECT', 'http://proxy:3128/'],
  ['SOCKS5 socks:1080; HTTPS secure:8443', 'https://secure:8443/'],
  ['', null],
  ['nonsense; PROXY', null],
])('asks the system where the environment says nothing: %s', async (answer, proxy) => {
  expect(await wayTo(HTTPS, {}, answer)).toBe(proxy)
  expect(await wayTo(HTTPS, { HTTPS_PROXY: 'http://mine:1' }, answer)).toBe('http://mine:1/')
})

it('does not go straight past a proxy it cannot speak to, and tells no password', async () => {
  const way = wayTo(HTTPS, { ALL_PROXY: 'socks5://me:hunter2@proxy:1080' })
  await expect(way).rejects.toMatchObject({
    code: 'llm.other',
    said: [{ name: 'llm.proxyKind', facts: { host: 'api.example.com', kind: 'socks5' } }],
    message: expect.not.stringContaining('hunter2'),
  })
})
