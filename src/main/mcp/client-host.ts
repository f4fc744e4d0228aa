import type { Clock } from '../lib/clock.ts'
import type { Connection, ConnectionListener, McpClient, McpProcess } from './client-port.ts'
import { createClientPrograms } from './client-programs.ts'
import { createClientRequests, failure } from './client-requests.ts'
import { FromMcp, type ToMcp } from './messages.ts'
import { createClientSignIns, isOfSignIn } from './sign-in/client-sign-ins.ts'
import type { CredentialVault } from './sign-in/credential-vault.ts'
import { NeedsSignIn } from './sign-in/needs-sign-in.ts'
import { createSilenceWatch } from './silence-watch.ts'

type Deps = Parameters<typeof createClientPrograms>[0] & {
  readonly spawn: () => McpProcess
  readonly clock: Pick<Clock, 'schedule'>
  readonly version: string
  readonly credentials: CredentialVault
  /** Returns the proxy for an address; null for a direct connection. */
  readonly proxyFor: (url: URL) => Promise<URL | null>
}

/** A process without connections is ended after this, in milliseconds. */
const IDLE_MS = 20_000

type Opened = {
  readonly listener: ConnectionListener
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: Error) => void
  isOpen: boolean
}

/** Keeps connections to servers in a process of their own, which is started with the first one. */
export function createClientHost(deps: Deps): McpClient {
  const opened = new Map<number, Opened>()
  const programs = createClientPrograms(deps)
  const child = createChild(deps, {
    hear: (message) => hear(message),
    lost: () => {
      watching.stop()
      signIns.drop(LOST)
      for (const connection of [...opened.keys()]) close(connection, failure(LOST))
    },
  })
  const requests = createClientRequests(child.post)
  const signIns = createClientSignIns(child.post, deps.credentials)
  const watching = createSilenceWatch({
    clock: deps.clock,
    isNeeded: () => !requests.isEmpty(),
    silent: (watched) => {
      deps.logger.warn('The process of MCP servers does not answer and is ended')
      watched.kill()
    },
  })
  let count = 0
  let isClosed = false

  /** Forgets a connection, fails what was asked of it, and ends its program. */
  const drop = (connection: number, problem: string): Opened | undefined => {
    const known = opened.get(connection)
    opened.delete(connection)
    requests.drop(connection, problem)
    programs.end(connection)
    restIfIdle()
    return known
  }
  const restIfIdle = (): void => {
    if (opened.size === 0 && signIns.isIdle()) child.rest()
  }
  const close = (connection: number, error: Error): void => {
    const known = drop(connection, error.message)
    if (known?.isOpen === true) known.listener.closed(error.message)
    else known?.reject(error)
  }
  const connectionOf = (connection: number, facts: Connection['facts']): Connection => ({
    facts,
    ask: async (request, limits, signal) => {
      if (!opened.has(connection)) throw failure('The server is not connected.')
      const answer = requests.send(connection, request, limits, signal)
      watching.watch(child.running())
      return await answer
    },
    close: () => {
      if (!opened.has(connection)) return
      child.post({ type: 'close', connection })
      drop(connection, 'The server was stopped.')
    },
  })
  const hear = (message: unknown): void => {
    const read = FromMcp.safeParse(message)
    if (!read.success || read.data.type === 'pong') return
    const said = read.data
    if (said.type === 'route') return void routed(said, deps.proxyFor).then(child.post)
    if (isOfAsk(said)) {
      requests.hear(said)
      return
    }
    if (isOfSignIn(said)) {
      signIns.hear(said)
      return
    }
    const known = opened.get(said.connection)
    if (said.type === 'started') {
      programs.started(said.connection, { pid: said.pid, mark: said.mark })
      // One that was closed while it started is ended all the same.
      if (known === undefined) programs.end(said.connection)
    } else if (said.type === 'connected') {
      if (known !== undefined) known.isOpen = true
      known?.resolve(connectionOf(said.connection, said.facts))
    } else if (said.type === 'refused' && said.need !== null) {
      close(said.connection, new NeedsSignIn(said.need, said.problem))
    } else if (said.type === 'refused' || said.type === 'closed') {
      close(said.connection, failure(said.problem))
    } else if (said.type === 'changed') known?.listener.changed()
    else if (said.type === 'updated') known?.listener.updated(said.uri)
    else if (said.type === 'traffic') known?.listener.traffic(said.messages)
    else known?.listener.log({ from: said.from, level: said.level, text: said.text })
  }

  return {
    connect: (start, legacy, listener) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(failure(CLOSES))
        count += 1
        opened.set(count, { listener, resolve, reject, isOpen: false })
        child.post({ type: 'connect', connection: count, start, legacy, version: deps.version })
      }),
    signIn: (request, signal) => signIns.signIn(request, signal).finally(restIfIdle),
    signOut: (issuer, signal) => signIns.signOut(issuer, signal).finally(restIfIdle),
    close: async () => {
      isClosed = true
      signIns.drop(CLOSES)
      for (const connection of [...opened.keys()]) close(connection, failure(CLOSES))
      watching.stop()
      child.end()
      await programs.ended()
    },
  }
}

/** Looks up the proxy for an address. Never rejects. */
async function routed(
  { id, url }: Extract<FromMcp, { type: 'route' }>,
  proxyFor: Deps['proxyFor'],
): Promise<ToMcp> {
  try {
    const proxy = await proxyFor(new URL(url))
    return { type: 'routed', id, proxy: proxy?.href ?? null, problem: null }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { type: 'routed', id, proxy: null, problem }
  }
}

const OF_ASKS = ['answer', 'failed', 'progress', 'question', 'sampling', 'withdrawn'] as const
type OfAsk = Extract<FromMcp, { type: (typeof OF_ASKS)[number] }>

const isOfAsk = (said: FromMcp): said is OfAsk => OF_ASKS.some((type) => type === said.type)

const LOST = 'The process that keeps the connections ended.'
const CLOSES = 'The app closes.'

type Hears = { readonly hear: (message: unknown) => void; readonly lost: () => void }

/** The process, which is started when something is posted to it, and ended when it rests. */
function createChild({ spawn, clock }: Pick<Deps, 'spawn' | 'clock'>, { hear, lost }: Hears) {
  let child: McpProcess | null = null
  let cancelRest = () => {}
  const end = (): void => {
    cancelRest()
    const last = child
    child = null
    last?.kill()
  }
  const running = (): McpProcess => {
    cancelRest()
    if (child !== null) return child
    const started = spawn()
    child = started
    started.onMessage(hear)
    started.onExit(() => {
      if (child !== started) return
      child = null
      lost()
    })
    return started
  }
  return {
    running,
    post: (message: ToMcp): void => running().post(message),
    rest: (): void => {
      cancelRest()
      cancelRest = clock.schedule(IDLE_MS, end)
    },
    end,
  }
}
