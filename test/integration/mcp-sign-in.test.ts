import { expect, it, onTestFinished } from 'vitest'
import type { McpHealth } from '#shared/mcp/mcp-list.ts'
import { McpServer } from '#shared/mcp/server-config.ts'
import type { McpProcess } from '../../src/main/mcp/client-port.ts'
import { startAuthorizationServer } from '../support/mcp/authorization-server.ts'
import { startGuardedServer } from '../support/mcp/guarded-server.ts'
import { callTool, never, openMcpRig, processInside } from '../support/mcp/mcp-rig.ts'

type Setup = {
  readonly names?: readonly string[]
  /** The name of a server on another origin that names the same issuer. */
  readonly stranger?: string
  readonly scopeOf?: (tool: string) => string | null
  /** Does with an address what the person does in the browser. */
  readonly browse?: (url: string) => Promise<void>
  readonly signInMs?: number
  readonly authAnswerMs?: number
}

/** Follows all redirects, as a browser of a person who agrees. */
async function agree(url: string): Promise<void> {
  await (await fetch(url)).text()
}

async function open({ names = ['a'], stranger, scopeOf, browse = agree, ...limits }: Setup = {}) {
  const authorization = await startAuthorizationServer()
  const elsewhere = await startGuardedServer({ authorization: () => authorization })
  const guarded = await startGuardedServer({
    authorization: () => authorization,
    ...(scopeOf && { scopeOf }),
  })
  const opened: string[] = []
  const spawn = (): McpProcess => processInside(limits)
  const rig = openMcpRig(
    Object.fromEntries([
      ...names.map((name) => [name, McpServer.parse({ url: guarded.url(name) })] as const),
      ...(stranger === undefined
        ? []
        : [[stranger, McpServer.parse({ url: elsewhere.url(stranger) })] as const]),
    ]),
    {
      spawn,
      openLink: async (url) => {
        opened.push(url)
        await browse(url)
      },
    },
  )
  onTestFinished(async () => {
    await guarded.close()
    await elsewhere.close()
    await authorization.close()
  })
  const health = async (name: string): Promise<McpHealth | undefined> =>
    (await rig.servers.list(null)).servers.find((each) => each.name === name)?.health
  const signIn = (name: string, signal = never()) => rig.servers.signIn(null, `user:${name}`, signal)
  const echo = async (name: string) => {
    const tool = (await rig.tools()).find((each) => each.name === `mcp__${name}__echo`)
    return await callTool(tool, { text: '潮' })
  }
  return { rig, authorization, guarded, opened, health, signIn, echo }
}

/** A promise that a test resolves. */
function signal() {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const problemOf = async (work: Promise<unknown>): Promise<string> =>
  String(await work.catch((error: unknown) => error))

it('needs a sign-in, opens the browser only when the person asks, and then has its tools', async () => {
  const { rig, authorization, opened, health, signIn, echo } = await open()
  expect(await rig.tools()).toEqual([])
  expect(await health('a')).toMatchObject({
    state: 'sign-in',
    reason: 'none',
    running: false,
    host: new URL(authorization.issuer).host,
  })
  expect([opened, authorization.count('POST /register')]).toEqual([[], 0])
  await signIn('a')
  expect(opened).toHaveLength(1)
  expect(await health('a')).toMatchObject({ state: 'ready' })
  expect(await echo('a')).toMatchObject({ text: 'echo: 潮', isError: false })
  const [listing] = (await rig.servers.list(null)).servers
  expect(listing?.signedInAt).toBe(new URL(authorization.issuer).host)
})

it('keeps tokens in the vault, and nowhere that a window or a log shows', async () => {
  const { rig, authorization, signIn } = await open()
  await rig.tools()
  await signIn('a')
  const [token = ''] = [...authorization.access.keys()]
  const stored = [...rig.secrets.values()].join()
  expect([rig.secrets.size, stored.includes('refresh-'), stored.includes(token)]).toEqual([1, true, false])
  const shown = JSON.stringify([
    await rig.servers.list(null),
    await rig.servers.details(null, 'user:a'),
    rig.rows.listing('user:a', (await rig.servers.configOf(null, 'user:a')).digest),
  ])
  expect(shown).not.toMatch(/refresh-|access-/)
  expect([...rig.hidden].some((each) => each.startsWith('refresh-'))).toBe(true)
})

it('hides a token that a server sends back from agents and from stored messages', async () => {
  const { rig, authorization, signIn } = await open()
  await rig.tools()
  await signIn('a')
  const tokens = () => [...authorization.access.keys()]
  const [first = ''] = tokens()
  authorization.expireAccess()
  const tool = (await rig.tools()).find((each) => each.name === 'mcp__a__echo')
  await callTool(tool, { text: 'renews' })
  const text = [first, ...tokens()].join()
  expect(text).toMatch(/access-.*access-/)
  expect((await callTool(tool, { text })).text).toBe(`echo: ${text.replaceAll(/access-[\w-]+/g, '[token]')}`)
  const filter = { sender: null, method: null, failedOnly: false, text: 'access-' }
  await expect
    .poll(
      async () =>
        (await rig.servers.messages(null, 'user:a', { ...filter, text: '[token]' }, null)).rows.length,
    )
    .toBeGreaterThan(1)
  expect((await rig.servers.messages(null, 'user:a', filter, null)).rows).toEqual([])
})

it('asks for one consent for all servers of an issuer, each with a token of its own', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
  const { rig, authorization, guarded, opened, health, signIn } = await open({ names })
  expect(await rig.tools()).toEqual([])
  await Promise.all([signIn('a'), signIn('b')])
  expect([opened.length, authorization.consents.length, authorization.count('POST /register')]).toEqual([
    1, 1, 1,
  ])
  expect(await Promise.all(names.map(async (name) => (await health(name))?.state))).toEqual(
    names.map(() => 'ready'),
  )
  expect(new Set([...authorization.access.values()].map(({ resource }) => resource))).toEqual(
    new Set(names.map((name) => guarded.url(name))),
  )
})

it('gives a server of another origin no token without a consent of its own', async () => {
  const { rig, authorization, opened, health, signIn } = await open({ stranger: 'mallory' })
  await rig.tools()
  await signIn('a')
  expect([(await health('a'))?.state, (await health('mallory'))?.state]).toEqual(['ready', 'sign-in'])
  expect([opened.length, authorization.access.size]).toEqual([1, 1])
  await signIn('mallory')
  expect([(await health('mallory'))?.state, opened.length]).toEqual(['ready', 2])
})

it('renews a token that two servers share in turn, so that rotation ends no session', async () => {
  const { rig, authorization, opened, signIn, echo } = await open({ names: ['a', 'b'] })
  await rig.tools()
  await signIn('a')
  authorization.expireAccess()
  const results = await Promise.all([echo('a'), echo('b'), echo('a'), echo('b')])
  expect(results.map(({ text }) => text)).toEqual(Array(4).fill('echo: 潮'))
  expect(opened).toHaveLength(1)
})

it('fails a call with a clear sentence when the session was ended, and works after the next sign-in', async () => {
  const { rig, authorization, health, signIn, echo } = await open()
  await rig.tools()
  await signIn('a')
  authorization.endSessions()
  expect(await problemOf(echo('a'))).toContain(
    'The MCP server "a" needs the person to sign in. Nothing was called. Only the person can sign in',
  )
  expect(await health('a')).toMatchObject({ state: 'sign-in', reason: 'ended' })
  expect(rig.secrets.size).toBe(1)
  await signIn('a')
  expect(await echo('a')).toMatchObject({ text: 'echo: 潮' })
})

it('asks for more rights only with a click, and keeps those that were granted', async () => {
  const { rig, authorization, health, signIn, echo } = await open({
    scopeOf: (tool) => (tool === 'echo' ? 'echo:use' : null),
  })
  await rig.tools()
  await signIn('a')
  expect(await problemOf(echo('a'))).toContain('needs more rights from a new sign-in')
  expect(await health('a')).toMatchObject({ state: 'sign-in', reason: 'scope' })
  await signIn('a')
  expect(authorization.consents.at(-1)).toBe('echo:use')
  expect(await echo('a')).toMatchObject({ text: 'echo: 潮' })
})

it.each([
  ['another issuer in the answer', { iss: 'https://evil.example' }, /names another authorization server/],
  ['no issuer in the answer', { iss: null }, /names another authorization server/],
  ['an expired code', { codesExpired: true }, /refused the sign-in \(invalid_grant\)/],
  ['a refusal', { refusesConsent: true }, /did not grant the sign-in/],
  ['metadata that are too large', { padding: 600 * 1024 }, /more than 512 KB/],
  [
    'another issuer in the metadata',
    { metadataIssuer: 'https://evil.example' },
    /another issuer than its address/,
  ],
  [
    'an authorization endpoint that is a file',
    { authorizationEndpoint: 'file:///etc/passwd' },
    /address for the sign-in is not safe/,
  ],
  [
    'an authorization endpoint that is a script',
    { authorizationEndpoint: 'javascript:alert(1)' },
    /metadata that cannot be used/,
  ],
])('stores nothing after %s', async (_name, change, problem) => {
  const { rig, authorization, opened, health, signIn } = await open()
  await rig.tools()
  Object.assign(authorization.behaviour, change)
  expect(await problemOf(signIn('a'))).toMatch(problem)
  expect([...rig.secrets.values()].join()).not.toContain('refresh-')
  expect(opened.filter((url) => !url.startsWith('http'))).toEqual([])
  const shown = await health('a')
  expect(JSON.stringify(shown)).not.toMatch(/evil\.example|Ignore all/)
  expect(shown).toMatchObject({ state: 'sign-in', running: false })
})

const IN_TIME = /did not answer in time/
const TOO_LARGE = /more than 512 KB/

it.each([
  ['/.well-known/oauth-authorization-server', 'silence', IN_TIME],
  ['/.well-known/oauth-authorization-server', 'dribble', IN_TIME],
  ['/.well-known/oauth-authorization-server', 'flood', TOO_LARGE],
  ['/.well-known/oauth-authorization-server', 'event flood', TOO_LARGE],
  ['/register', 'silence', IN_TIME],
  ['/register', 'dribble', IN_TIME],
  ['/register', 'flood', TOO_LARGE],
  ['/register', 'event flood', TOO_LARGE],
  ['/token', 'silence', IN_TIME],
  ['/token', 'dribble', IN_TIME],
  ['/token', 'flood', TOO_LARGE],
  ['/token', 'event flood', TOO_LARGE],
] as const)('ends a sign-in whose %s never ends: %s', async (path, manner, problem) => {
  const { rig, authorization, health, signIn } = await open({ authAnswerMs: 1_500 })
  await rig.tools()
  authorization.behaviour.stall = { path, manner }
  expect(await problemOf(signIn('a'))).toMatch(problem)
  expect([...rig.secrets.values()].join()).not.toContain('refresh-')
  expect(await health('a')).toMatchObject({ state: 'sign-in', running: false })
  authorization.behaviour.stall = null
  await signIn('a')
  expect(await health('a')).toMatchObject({ state: 'ready' })
})

it('never sends the credentials of one issuer to another', async () => {
  const first = await startAuthorizationServer()
  const second = await startAuthorizationServer()
  let current = first
  const guarded = await startGuardedServer({ authorization: () => current })
  onTestFinished(async () => {
    await guarded.close()
    await first.close()
    await second.close()
  })
  const rig = openMcpRig({ a: McpServer.parse({ url: guarded.url('a') }) }, { openLink: agree })
  await rig.tools()
  await rig.servers.signIn(null, 'user:a', never())
  current = second
  const [tool] = await rig.tools()
  expect(await problemOf(callTool(tool, { text: 'x' }))).toContain('needs the person to sign in')
  expect(second.seen).toEqual(['GET /.well-known/oauth-authorization-server'])
  await rig.servers.signIn(null, 'user:a', never())
  expect([rig.secrets.size, second.count('POST /register'), first.count('POST /register')]).toEqual([2, 1, 1])
})

it('waits for the right state: another page can neither end nor take over a sign-in', async () => {
  const answers: number[] = []
  const { rig, opened, signIn, health } = await open({
    browse: async (url) => {
      const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
      for (const query of ['?code=x&state=wrong', '?error=access_denied', '/other?code=x']) {
        answers.push((await fetch(`${redirect}${query}`)).status)
      }
      answers.push((await fetch(redirect, { method: 'POST' })).status)
      await agree(url)
    },
  })
  await rig.tools()
  await signIn('a')
  expect([answers, opened.length]).toEqual([[400, 400, 404, 404], 1])
  expect(await health('a')).toMatchObject({ state: 'ready' })
})

it('closes its listener when the sign-in is cancelled or takes too long', async () => {
  const redirects: string[] = []
  const shown = signal()
  const browse = async (url: string) => {
    redirects.push(new URL(url).searchParams.get('redirect_uri') ?? '')
    shown.resolve()
  }
  const cancelled = await open({ browse })
  await cancelled.rig.tools()
  const stopped = problemOf(cancelled.signIn('a'))
  await shown.promise
  expect(await cancelled.health('a')).toMatchObject({ state: 'sign-in', running: true })
  await cancelled.rig.servers.cancelSignIn(null, 'user:a')
  expect(await stopped).toContain('The sign-in was stopped.')
  expect(await cancelled.health('a')).toMatchObject({ state: 'sign-in', running: false, problem: null })
  const slow = await open({ browse, signInMs: 300 })
  await slow.rig.tools()
  expect(await problemOf(slow.signIn('a'))).toContain('was not finished in time')
  for (const redirect of redirects) await expect(fetch(redirect)).rejects.toThrow('fetch failed')
  expect(redirects).toHaveLength(2)
})

it('a call never waits for a sign-in', async () => {
  const shown = signal()
  let isFirst = true
  const { rig, authorization, signIn, echo } = await open({
    browse: async (url) => {
      if (isFirst) await agree(url)
      else shown.resolve()
      isFirst = false
    },
  })
  await rig.tools()
  await signIn('a')
  authorization.endSessions()
  await problemOf(echo('a'))
  const running = problemOf(signIn('a'))
  await shown.promise
  expect(await problemOf(echo('a'))).toContain('needs the person to sign in')
  await rig.servers.cancelSignIn(null, 'user:a')
  expect(await running).toContain('The sign-in was stopped.')
})

it('takes a client id from the person where the issuer registers none', async () => {
  const { rig, authorization, opened, health, signIn } = await open()
  await rig.tools()
  authorization.behaviour.registers = false
  await problemOf(signIn('a'))
  expect([await health('a'), opened]).toMatchObject([{ state: 'sign-in', reason: 'client' }, []])
  authorization.clients.set('mine', ['http://127.0.0.1:36917/callback'])
  await rig.servers.setClient(null, 'user:a', { id: 'mine', secret: null })
  await signIn('a')
  expect(await health('a')).toMatchObject({ state: 'ready' })
})

it('signs out: revokes the session and forgets it for all servers of the issuer', async () => {
  const { rig, authorization, signIn, echo } = await open({ names: ['a', 'b'] })
  await rig.tools()
  await signIn('a')
  await rig.servers.signOut(null, 'user:a', never())
  expect([rig.secrets.size, authorization.revoked.length]).toEqual([0, 1])
  const { servers } = await rig.servers.list(null)
  expect(servers.map(({ signedInAt, health }) => [signedInAt, health.state])).toEqual([
    [null, 'waiting'],
    [null, 'waiting'],
  ])
  expect(await problemOf(echo('b'))).toContain('needs the person to sign in')
})
