import { expect, it } from 'vitest'
import { createAuthFetch } from './auth-fetch.ts'

const server = new URL('https://mcp.example/mcp')
const never = new AbortController().signal

/** A network that answers these addresses with a redirect, and all others with their own name. */
function network(redirects: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const fetchFn = createAuthFetch(
    server,
    async (url, init) => {
      asked.push(String(url))
      const to = redirects[String(url)]
      if (to === undefined) return new Response(String(url))
      // A real network follows a redirect itself where it may.
      if (init?.redirect !== 'manual') return new Response(`followed to ${to}`)
      return new Response(null, { status: 307, headers: { location: to } })
    },
    never,
  )
  return { fetchFn, asked }
}

it('follows a redirect of metadata to another safe address', async () => {
  const { fetchFn } = network({
    'https://mcp.example/a': '/b',
    'https://mcp.example/b': 'https://other.example/c',
  })
  expect(await (await fetchFn('https://mcp.example/a')).text()).toBe('https://other.example/c')
})

it.each([
  'http://169.254.169.254/latest',
  'https://127.0.0.1/x',
  'http://other.example/',
  'file:///etc/passwd',
])('never follows a redirect to %s', async (unsafe) => {
  const { fetchFn, asked } = network({ 'https://mcp.example/a': unsafe })
  await expect(fetchFn('https://mcp.example/a')).rejects.toThrow('not safe')
  expect(asked).toEqual(['https://mcp.example/a'])
})

it('sends codes and tokens nowhere else, and ends a circle of redirects', async () => {
  const { fetchFn, asked } = network({
    'https://login.example/token': 'https://other.example/token',
    'https://mcp.example/a': 'https://mcp.example/a',
  })
  await expect(fetchFn('https://login.example/token', { method: 'POST', body: 'code=1' })).rejects.toThrow(
    'redirects',
  )
  expect(asked).toEqual(['https://login.example/token'])
  await expect(fetchFn('https://mcp.example/a')).rejects.toThrow('redirects')
  expect(asked.length).toBeLessThan(8)
})
