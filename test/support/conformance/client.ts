import { openConnection } from '../../../src/main/mcp/client/open-connection.ts'
import { serveConnections } from '../../../src/main/mcp/client/serve-connections.ts'
import { createClientHost } from '../../../src/main/mcp/client-host.ts'
import type { Connection, Fill, McpProcess } from '../../../src/main/mcp/client-port.ts'
import { type IssuerCredentials, Offers, type ServerStart } from '../../../src/main/mcp/messages.ts'
import { NeedsSignIn } from '../../../src/main/mcp/sign-in/needs-sign-in.ts'

/** One scenario of the conformance suite. */
export type Scenario = {
  readonly url: string
  readonly version: string
  readonly context: {
    readonly client_id?: string
    readonly client_secret?: string
    readonly toolCalls?: readonly {
      readonly name: string
      readonly arguments: Readonly<Record<string, unknown>>
    }[]
  }
}

type Http = Extract<ServerStart, { kind: 'http' }>

/** The client metadata document that the suite knows. */
const DOCUMENT = 'https://conformance-test.local/client-metadata.json'
/** A person signs in again for more rights, but not for ever. */
const MOST_SIGN_INS = 3
const FIRST_MODERN = '2026'

/**
 * Plays main for the client process of the app: keeps credentials, follows the browser's redirects and fills forms with
 * their defaults. Lists what the server offers and uses all of it once.
 */
export async function runScenario(scenario: Scenario): Promise<void> {
  const host = createHost()
  const never = new AbortController().signal
  const start = startOf(scenario)
  const isLegacy = scenario.version < FIRST_MODERN
  let signIns = 0
  const signedIn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NeedsSignIn) || signIns === MOST_SIGN_INS) throw error
      signIns += 1
      await host.signIn({ start, need: error.need, browse: (url) => void follow(url) }, never)
      return await signedIn(work)
    }
  }
  try {
    const connection = await signedIn(() => host.connect(start, isLegacy, LISTENER))
    await exercise(connection, scenario, signedIn)
    connection.close()
  } finally {
    await host.close()
  }
}

function createHost() {
  const saved = new Map<string, IssuerCredentials>()
  return createClientHost({
    spawn: processHere,
    keep: () => () => {},
    processes: { end: async () => {} },
    clock: {
      schedule: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    logger: { warn: (message) => void process.stderr.write(`${message}\n`) },
    version: 'conformance',
    proxyFor: async () => null,
    credentials: {
      read: async (issuer) => saved.get(issuer) ?? null,
      write: async (credentials) => void saved.set(credentials.issuer, credentials),
    },
  })
}

/** The client process, inside this one. Messages are copied as between processes. */
function processHere(): McpProcess {
  const hearing = new Set<(message: unknown) => void>()
  const serve = serveConnections({
    open: openConnection,
    post: (message) => {
      const copy = structuredClone(message)
      setImmediate(() => {
        for (const listener of hearing) listener(copy)
      })
    },
  })
  return {
    post: (message) => {
      const copy = structuredClone(message)
      setImmediate(() => serve(copy))
    },
    onMessage: (listener) => {
      hearing.add(listener)
      return () => void hearing.delete(listener)
    },
    onExit: () => () => {},
    kill: () => {},
  }
}

function startOf({ url, context }: Scenario): Http {
  const { client_id: id, client_secret: secret = null } = context
  const client = id === undefined ? null : { id, secret, issuer: null }
  return {
    kind: 'http',
    url,
    headers: {},
    transport: 'http',
    oauth: { client, documentUrl: DOCUMENT, port: null },
  }
}

const LISTENER: Parameters<ReturnType<typeof createHost>['connect']>[2] = {
  closed: () => {},
  changed: () => {},
  updated: () => {},
  traffic: () => {},
  log: ({ from, text }) => void process.stderr.write(`${from}: ${text}\n`),
}

/** Does what a browser does with a page that redirects at once. */
async function follow(url: string): Promise<void> {
  const response = await fetch(url, { redirect: 'follow' })
  await response.text()
}

const fill: Fill = async ({ fields }) => {
  const content: Record<string, string | number | boolean> = {}
  for (const { name, kind, initial } of fields) {
    if (initial === undefined) continue
    if (kind === 'number' || kind === 'integer') content[name] = Number(initial)
    else content[name] = kind === 'boolean' ? initial === 'true' : initial
  }
  return { action: 'accept', content }
}

type Retried = <T>(work: () => Promise<T>) => Promise<T>

async function exercise(connection: Connection, { context }: Scenario, signedIn: Retried): Promise<void> {
  const limits = { timeoutMs: 20_000, progress: () => {}, fill }
  const ask = (request: Parameters<Connection['ask']>[0]) =>
    signedIn(() => connection.ask(request, limits, new AbortController().signal))
  const { tools, resources, prompts } = Offers.parse(await ask({ what: 'offers' }))
  const calls =
    context.toolCalls ??
    tools.map(({ name, inputSchema }) => ({ name, arguments: argumentsFor(inputSchema) }))
  const uses = [
    ...calls.map(({ name, arguments: args }) => ask({ what: 'call', tool: name, args })),
    ...resources.map(({ uri }) => ask({ what: 'read', uri })),
    ...prompts.map(({ name }) => ask({ what: 'prompt', name, args: {} })),
  ]
  const failed = (await Promise.allSettled(uses)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** A value for each required property. */
function argumentsFor(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, { type?: string }>
    required?: readonly string[]
  }
  const values: Readonly<Record<string, unknown>> = {
    string: 'text',
    number: 1,
    integer: 1,
    boolean: true,
    array: [],
    object: {},
  }
  return Object.fromEntries(required.map((name) => [name, values[properties[name]?.type ?? 'string']]))
}
