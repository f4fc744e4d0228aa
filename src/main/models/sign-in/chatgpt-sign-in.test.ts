import { afterEach, expect, it } from 'vitest'
import { CHATGPT_REGISTRATION, CHATGPT_SECRET } from '#shared/model/chatgpt-plan.ts'
import { allows, openChatGptRig } from '../../../../test/support/models/chatgpt-rig.ts'
import { allowed, ISSUED, type Turns } from '../../../../test/support/protocols/chatgpt-authority.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const API = 'https://api.openai.com/v1'
const USE = { by: 'gpt', purpose: 'call' } as const
const HOUR_MS = 3_600_000
const never = new AbortController().signal

async function open(turns: Turns = {}, limitMs?: number) {
  const rig = await openChatGptRig(turns, limitMs)
  closers.push(rig.authority.close)
  return rig
}

it('registers this installation once, and reuses what it was registered as', async () => {
  const { signIn, pages, record, values } = await open()
  await signIn.start(never)
  expect(record(CHATGPT_SECRET)).toMatchObject({
    client: ISSUED,
    access: 'at_story_1',
    refresh: 'rt_story_1',
  })
  values.delete(CHATGPT_SECRET)
  await signIn.start(never)
  const [first, second] = pages.map(({ searchParams }) => Object.fromEntries(searchParams))
  expect(first).toMatchObject({
    client_id: 'dynamic_agent_client',
    agent_name_hint: 'Orrery',
    response_type: 'code',
    resource: API,
    code_challenge_method: 'S256',
    scope: 'openid profile email offline_access resource.invoke chatgpt.tokens.use.direct',
  })
  expect(first?.['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\/callback$/)
  expect(first?.['ext_agent_host_id']).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  expect(second).toMatchObject({ client_id: ISSUED, ext_agent_host_id: first?.['ext_agent_host_id'] })
  expect(second).not.toHaveProperty('agent_name_hint')
  expect(second).not.toHaveProperty('prompt')
  for (const fresh of ['state', 'nonce', 'code_challenge']) expect(second?.[fresh]).not.toBe(first?.[fresh])
})

it('hides every token, and keeps none of the identity', async () => {
  const { signIn, hidden, values } = await open()
  await signIn.start(never)
  expect(hidden).toEqual(expect.arrayContaining(['at_story_1', 'rt_story_1']))
  expect([...values.values()].join()).not.toContain('eyJ')
})

const IDENTITIES: readonly (readonly [string, Turns])[] = [
  ['another nonce', { claims: { nonce: 'of-another-sign-in' } }],
  ['an expired one', { claims: { exp: Math.floor(Date.now() / 1_000) - 120 } }],
  ['another audience', { claims: { aud: 'oaiapp_another' } }],
  ['another authorized party', { claims: { azp: 'oaiapp_another' } }],
  ['another issuer', { claims: { iss: 'https://auth.example.com' } }],
  ['no subject', { claims: { sub: '' } }],
  ['another key', { isForged: true }],
]
it.each(IDENTITIES)(
  'stores nothing for an identity with %s, and revokes its tokens',
  async (_name, turns) => {
    const { signIn, record, authority } = await open(turns)
    await expect(signIn.start(never)).rejects.toThrow('could not be verified')
    expect(record(CHATGPT_SECRET)).toBeNull()
    expect(record(CHATGPT_REGISTRATION)).toMatchObject({ client: null })
    expect(authority.live.size).toBe(0)
  },
)

it('refuses a sign-in that does not grant the plan, and asks for consent the next time', async () => {
  const { signIn, record, pages, turns, authority } = await open({ scope: 'openid profile email' })
  await expect(signIn.start(never)).rejects.toThrow('The use of your ChatGPT plan was not allowed')
  expect(record(CHATGPT_SECRET)).toBeNull()
  expect(authority.live.size).toBe(0)
  delete turns.scope
  await signIn.start(never)
  expect(pages[1]?.searchParams.get('prompt')).toBe('consent')
  expect(pages[1]?.searchParams.get('client_id')).toBe(ISSUED)
  expect(record(CHATGPT_SECRET)).not.toBeNull()
})

it('takes no redirect with another state', async () => {
  const { signIn, person, record } = await open()
  person.browser = async (page) => {
    const strange = allowed(page)
    strange.searchParams.set('state', 'guessed')
    expect((await fetch(strange)).status).toBe(400)
    expect((await fetch(new URL('/callback?code=x', strange))).status).toBe(404)
    return allows(page)
  }
  await signIn.start(never)
  expect(record(CHATGPT_SECRET)).not.toBeNull()
})

it.each(['dynamic_agent_client', '', 'app_other'])('takes no client named "%s"', async (client) => {
  const { signIn, person, authority } = await open()
  person.browser = (page) => {
    const back = allowed(page)
    back.searchParams.set('client_id', client)
    return fetch(back)
  }
  await expect(signIn.start(never)).rejects.toThrow('did not name the registration')
  expect(authority.forms).toEqual([])
})

it('takes no other client than the one it is registered as', async () => {
  const { signIn, person } = await open()
  await signIn.start(never)
  person.browser = (page) => {
    const back = allowed(page)
    back.searchParams.set('client_id', 'oaiapp_another')
    return fetch(back)
  }
  await expect(signIn.start(never)).rejects.toThrow('did not name the registration')
})

it('stores nothing for another account, and registers for it the next time', async () => {
  const { signIn, record, turns, pages } = await open()
  await signIn.start(never)
  const before = record(CHATGPT_SECRET)
  turns.claims = { sub: 'user-other' }
  await expect(signIn.start(never)).rejects.toThrow('another ChatGPT account')
  expect(record(CHATGPT_SECRET)).toEqual(before)
  await signIn.start(never)
  expect(pages[2]?.searchParams.get('client_id')).toBe('dynamic_agent_client')
})

it('stores nothing when the person does not allow it', async () => {
  const { signIn, person, record } = await open()
  person.browser = (page) => {
    const back = allowed(page)
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    return fetch(back)
  }
  await expect(signIn.start(never)).rejects.toThrow('The sign-in was not allowed.')
  expect(record(CHATGPT_SECRET)).toBeNull()
})

it.each(['/api/accounts/oauth/token', '/.well-known/jwks.json'])('gives up on a silent %s', async (path) => {
  const { signIn, record } = await open({ silent: [path] }, 100)
  await expect(signIn.start(never)).rejects.toThrow('auth.openai.com did not answer in time')
  expect(record(CHATGPT_SECRET)).toBeNull()
})

it('renews an access token before it expires, once for all who ask', async () => {
  const { signIn, session, time, authority, record } = await open()
  await signIn.start(never)
  expect((await session.token(API, USE, never)).reveal()).toBe('at_story_1')
  time.offset = HOUR_MS - 60_000
  const tokens = await Promise.all([1, 2, 3].map(() => session.token(API, USE, never)))
  expect(tokens.map((token) => token.reveal())).toEqual(['at_story_2', 'at_story_2', 'at_story_2'])
  const renewals = authority.forms.filter((form) => form['grant_type'] === 'refresh_token')
  expect(renewals).toEqual([
    {
      at: '/api/accounts/oauth/token',
      grant_type: 'refresh_token',
      client_id: ISSUED,
      refresh_token: 'rt_story_1',
      resource: API,
    },
  ])
  expect(record(CHATGPT_SECRET)).toMatchObject({ access: 'at_story_2', refresh: 'rt_story_2' })
})

it('finishes a renewal whose request was aborted: its refresh token is used up', async () => {
  const { signIn, session, time, record } = await open()
  await signIn.start(never)
  time.offset = HOUR_MS
  const ending = new AbortController()
  const asked = session.token(API, USE, ending.signal)
  ending.abort(new Error('stopped'))
  await expect(asked).rejects.toThrow('stopped')
  await expect.poll(() => record(CHATGPT_SECRET)?.['refresh']).toBe('rt_story_2')
  expect((await session.token(API, USE, never)).reveal()).toBe('at_story_2')
})

it.each(['invalid_grant', 'refresh_token_reused', 'refresh_token_expired', 'invalid_client'])(
  'asks for a new sign-in after %s, and keeps its registration',
  async (error) => {
    const { signIn, session, time, turns, record } = await open()
    await signIn.start(never)
    time.offset = HOUR_MS - 60_000
    turns.renewal = { status: 400, error }
    await expect(session.token(API, USE, never)).rejects.toThrow('Sign in again')
    expect(record(CHATGPT_SECRET)).toBeNull()
    expect(record(CHATGPT_REGISTRATION)).toMatchObject({ client: ISSUED })
    await expect(session.token(API, USE, never)).rejects.toThrow('Sign in again')
  },
)

it('keeps the tokens when the server fails, and uses the old one while it holds', async () => {
  const { signIn, session, time, turns, record } = await open()
  await signIn.start(never)
  turns.renewal = { status: 503, error: 'temporarily_unavailable' }
  time.offset = HOUR_MS - 60_000
  expect((await session.token(API, USE, never)).reveal()).toBe('at_story_1')
  time.offset = HOUR_MS + 1_000
  await expect(session.token(API, USE, never)).rejects.toThrow('gave no tokens (HTTP 503)')
  expect(record(CHATGPT_SECRET)).toMatchObject({ refresh: 'rt_story_1' })
})

it.each([
  'https://api.example.com/v1',
  'http://api.openai.com/v1',
  'https://api.openai.com.example.com/v1',
  'https://api.openai.com/v1/other',
])('gives %s no token', async (address) => {
  const { signIn, session } = await open()
  await signIn.start(never)
  await expect(session.token(address, USE, never)).rejects.toThrow('the address of OpenAI only')
})

it('ends the session at the server when the person signs out', async () => {
  const { signIn, session, authority, record } = await open()
  await signIn.start(never)
  await expect(session.signOut(never)).resolves.toBe(true)
  expect(record(CHATGPT_SECRET)).toBeNull()
  expect(record(CHATGPT_REGISTRATION)).toMatchObject({ client: ISSUED })
  expect(authority.live.size).toBe(0)
  expect(authority.forms.at(-1)).toMatchObject({ token: 'rt_story_1', token_type_hint: 'refresh_token' })
  await expect(session.token(API, USE, never)).rejects.toThrow('Sign in again')
})

it('signs out here when the server does not confirm it, and sends no token elsewhere', async () => {
  const { signIn, session, record, authority } = await open({ revocation: 'https://auth.example.com/revoke' })
  await signIn.start(never)
  await expect(session.signOut(never)).resolves.toBe(false)
  expect(record(CHATGPT_SECRET)).toBeNull()
  expect(authority.forms.filter(({ at }) => at?.endsWith('/revoke'))).toEqual([])
})
