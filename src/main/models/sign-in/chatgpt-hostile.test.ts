import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { CHATGPT_SECRET } from '#shared/model/chatgpt-plan.ts'
import { say } from '#shared/sentences.ts'
import { allows, openChatGptRig } from '../../../../test/support/models/chatgpt-rig.ts'
import { allowed, type Turns } from '../../../../test/support/protocols/chatgpt-authority.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const API = 'https://api.openai.com/v1'
const USE = { by: 'gpt', purpose: 'call' } as const
const never = new AbortController().signal
const TOKENS = '/api/accounts/oauth/token'
const KEYS = '/.well-known/jwks.json'
const JSON_TYPE = { 'content-type': 'application/json' }

async function open(turns: Turns = {}, limitMs?: number) {
  const rig = await openChatGptRig(turns, limitMs)
  closers.push(rig.authority.close)
  return rig
}

const tokens = (more: object) =>
  JSON.stringify({ access_token: 'at', token_type: 'Bearer', expires_in: 3_600, ...more })

/** The answer of whoever listens there now; null where nobody does. */
const statusOf = (url: URL | undefined) =>
  fetch(url ?? API).then(
    ({ status }) => status,
    () => null,
  )

const LIES: readonly (readonly [name: string, turns: Turns, words: string])[] = [
  [
    'a redirect',
    { raw: { [TOKENS]: { status: 307, headers: { location: 'https://a.example/' }, body: '' } } },
    'HTTP 307',
  ],
  [
    'a page',
    { raw: { [TOKENS]: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hi</p>' } } },
    'gave no tokens',
  ],
  [
    '3 MB',
    {
      raw: { [TOKENS]: { status: 200, headers: JSON_TYPE, body: tokens({ x: 'x'.repeat(3 * 1024 ** 2) }) } },
    },
    'gave no tokens',
  ],
  [
    'a huge token',
    { raw: { [TOKENS]: { status: 200, body: tokens({ access_token: 'a'.repeat(40_000) }) } } },
    'gave no tokens',
  ],
  [
    'a token with a line break',
    { raw: { [TOKENS]: { status: 200, body: tokens({ access_token: 'a\r\nx: y' }) } } },
    'gave no tokens',
  ],
  [
    'another kind of token',
    { raw: { [TOKENS]: { status: 200, body: tokens({ token_type: 'mac' }) } } },
    'gave no tokens',
  ],
  [
    'a token for ever',
    { raw: { [TOKENS]: { status: 200, body: tokens({ expires_in: 1e12 }) } } },
    'gave no tokens',
  ],
  ['no identity', { raw: { [TOKENS]: { status: 200, body: tokens({}) } } }, 'could not be verified'],
  ['an unsigned identity', { algorithm: 'none' }, 'could not be verified'],
  ['an identity signed with the public key', { algorithm: 'HS256' }, 'could not be verified'],
  [
    'keys elsewhere',
    { raw: { [KEYS]: { status: 302, headers: { location: 'https://a.example/' }, body: '' } } },
    'HTTP 302',
  ],
  [
    'no keys',
    { raw: { [KEYS]: { status: 200, headers: JSON_TYPE, body: '{"keys":[]}' } } },
    'could not be verified',
  ],
  [
    'keys that are none',
    {
      raw: { [KEYS]: { status: 200, headers: JSON_TYPE, body: '{"keys":[{"kty":"RSA","n":"!","e":"?"}]}' } },
    },
    'could not be verified',
  ],
]

describe('a server of the sign-in that lies', () => {
  it.each(LIES)('stores nothing after %s', async (_name, turns, words) => {
    const { signIn, record } = await open(turns)
    const failure = await signIn.start(never).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    expect((failure as AppError).message).toContain(words)
    expect(record(CHATGPT_SECRET)).toBeNull()
  })

  it('keeps the tokens it has when a renewal is answered with a page', async () => {
    const { signIn, session, time, turns, record } = await open()
    await signIn.start(never)
    turns.raw = { [TOKENS]: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Log in</p>' } }
    time.offset = 3_600_000 + 1_000
    await expect(session.token(API, USE, never)).rejects.toThrow('gave no tokens (HTTP 200)')
    expect(record(CHATGPT_SECRET)).toMatchObject({ refresh: 'rt_story_1' })
  })
})

describe('a local page', () => {
  it('cannot end a sign-in, or finish it', async () => {
    const { signIn, person, record, authority } = await open()
    person.browser = async (page) => {
      const back = allowed(page)
      const forged = new URL(back)
      forged.searchParams.set('state', '')
      const refused = new URL(back)
      refused.search = 'error=access_denied&state=x'
      const tries = [
        fetch(back, { method: 'POST', body: back.search }),
        fetch(back, { method: 'HEAD' }),
        fetch(back, { method: 'OPTIONS', headers: { origin: 'https://a.example' } }),
        fetch(forged),
        fetch(refused),
      ]
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses).toEqual([404, 404, 404, 400, 400])
      expect(authority.forms).toEqual([])
      return allows(page)
    }
    await signIn.start(never)
    expect(record(CHATGPT_SECRET)).not.toBeNull()
  })

  it('cannot use a redirect twice', async () => {
    const { signIn, person, authority } = await open()
    const backs: URL[] = []
    person.browser = (page) => {
      backs.push(allowed(page))
      return allows(page)
    }
    await signIn.start(never)
    expect(await statusOf(backs[0])).not.toBe(200)
    expect(authority.forms).toHaveLength(1)
  })
})

describe('a sign-in that does not end', () => {
  it('gives way to a newer one, which gets its own port', async () => {
    const { signIn, person, record, pages } = await open()
    person.browser = async () => undefined
    const first = signIn.start(never)
    await expect.poll(() => pages.length).toBe(1)
    person.browser = allows
    const second = signIn.start(never)
    await expect(first).rejects.toThrow('canceled')
    await second
    expect(record(CHATGPT_SECRET)).toMatchObject({ access: 'at_story_1' })
    expect(await statusOf(pages[0] && allowed(pages[0]))).not.toBe(200)
  })

  it('revokes what it got when it is canceled after the exchange', async () => {
    const { signIn, record, authority } = await open({ silent: [KEYS] })
    const going = signIn.start(never)
    await expect.poll(() => authority.live.size).toBe(1)
    signIn.cancel()
    await expect(going).rejects.toThrow('canceled')
    expect(authority.live.size).toBe(0)
    expect(record(CHATGPT_SECRET)).toBeNull()
  })

  it('leaves nothing that a restart could not take up', async () => {
    const before = await open({ silent: [TOKENS] })
    const ending = new AbortController()
    const going = before.signIn.start(ending.signal)
    await expect.poll(() => before.pages.length).toBe(1)
    ending.abort(new Error('closed'))
    await expect(going).rejects.toThrow('closed')
    const after = await open()
    for (const [name, value] of before.values) after.values.set(name, value)
    await after.signIn.start(never)
    expect(after.record(CHATGPT_SECRET)).toMatchObject({ access: 'at_story_1' })
  })
})

describe('a vault that takes nothing', () => {
  const full = AppError.saying('vault.unavailable', say('vault.noKeychain'))

  it('asks nobody when it takes no registration', async () => {
    const { signIn, pages, broken } = await open()
    broken.vault = full
    await expect(signIn.start(never)).rejects.toThrow(full.message)
    expect(pages).toEqual([])
  })

  it('ends the session at the server when it takes no tokens', async () => {
    const { signIn, person, authority, broken } = await open()
    person.browser = (page) => {
      broken.vault = full
      return allows(page)
    }
    await expect(signIn.start(never)).rejects.toThrow(full.message)
    expect(authority.live.size).toBe(0)
  })

  it('loses no renewal: its tokens are used, and stored once it takes them', async () => {
    const { signIn, session, time, record, broken, authority } = await open()
    await signIn.start(never)
    broken.vault = full
    time.offset = 3_600_000
    expect((await session.token(API, USE, never)).reveal()).toBe('at_story_2')
    expect((await session.token(API, USE, never)).reveal()).toBe('at_story_2')
    expect(record(CHATGPT_SECRET)).toMatchObject({ access: 'at_story_1' })
    broken.vault = null
    expect((await session.token(API, USE, never)).reveal()).toBe('at_story_2')
    expect(record(CHATGPT_SECRET)).toMatchObject({ access: 'at_story_2', refresh: 'rt_story_2' })
    time.offset = 7_200_000
    expect((await session.token(API, USE, never)).reveal()).toBe('at_story_3')
    expect(authority.live.size).toBe(1)
  })
})
