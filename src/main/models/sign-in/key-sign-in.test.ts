import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { OPENROUTER_KEY, openRouterServed } from '../../../../test/support/protocols/cloud-served.ts'
import { createProtocolServer } from '../../../../test/support/protocols/protocol-server.ts'
import { systemClock } from '../../lib/clock.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { createKeySignIn } from './key-sign-in.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A person at a browser: what they do with the page, given its address and the one to return to. */
type Browser = (page: URL, back: URL) => Promise<unknown>

const allows: Browser = (page, back) => {
  back.searchParams.set('code', page.searchParams.get('code_challenge') ?? '')
  return fetch(back)
}

async function open(browser: Browser) {
  const server = await createProtocolServer(openRouterServed)
  closers.push(server.close)
  const asked = createHttpFetch({ clock: systemClock, connectMs: 10_000 })
  const kept: (readonly [string, string])[] = []
  const pages: URL[] = []
  const signIn = createKeySignIn({
    clock: systemClock,
    fetch: (url, question) => asked(String(url).replace('https://openrouter.ai', server.origin), question),
    openLink: async (url) => {
      const page = new URL(url)
      pages.push(page)
      await browser(page, new URL(page.searchParams.get('callback_url') ?? ''))
    },
    keep: async (name, key) => void kept.push([name, key.reveal()]),
  })
  const start = (signal = new AbortController().signal) => signIn.start(signal)
  return { ...signIn, start, kept, pages }
}

it('stores the key that OpenRouter gives for the code and the verifier', async () => {
  const { start, kept, pages } = await open(allows)
  await start()
  expect(kept).toEqual([['openrouter', OPENROUTER_KEY]])
  const [page] = pages
  expect(page?.origin).toBe('https://openrouter.ai')
  expect(page?.searchParams.get('code_challenge_method')).toBe('S256')
  expect(page?.searchParams.get('callback_url')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\/[\w-]{22}$/)
})

it('stores nothing for a code of another sign-in', async () => {
  const { start, kept } = await open((_page, back) => {
    back.searchParams.set('code', createHash('sha256').update('another').digest('base64url'))
    return fetch(back)
  })
  await expect(start()).rejects.toThrow('openrouter.ai gave no key (HTTP 403)')
  expect(kept).toEqual([])
})

it('takes no redirect of a page that does not know the path', async () => {
  const { start, kept } = await open(async (page, back) => {
    const strange = new URL('/callback/guessed?code=stolen', back)
    expect((await fetch(strange)).status).toBe(400)
    expect((await fetch(new URL('/callback?code=stolen', back))).status).toBe(404)
    return allows(page, back)
  })
  await start()
  expect(kept).toEqual([['openrouter', OPENROUTER_KEY]])
})

it('stores nothing when the person does not allow it', async () => {
  const { start, kept } = await open((_page, back) => fetch(`${back.href}?error=access_denied`))
  await expect(start()).rejects.toThrow('The sign-in was not allowed.')
  expect(kept).toEqual([])
})

it('ends when the person cancels, and listens no more', async () => {
  const { start, cancel, kept, pages } = await open(async () => undefined)
  const running = start()
  await expect.poll(() => pages.length).toBe(1)
  cancel()
  await expect(running).rejects.toThrow('The sign-in was canceled.')
  const back = pages[0]?.searchParams.get('callback_url') ?? ''
  await expect
    .poll(() =>
      fetch(`${back}?code=late`).then(
        () => 'heard',
        () => 'closed',
      ),
    )
    .toBe('closed')
  expect(kept).toEqual([])
})

it('says that no browser opened', async () => {
  const { start } = await open(() => Promise.reject(new Error('No browser.')))
  await expect(start()).rejects.toThrow('The browser could not be opened.')
})
