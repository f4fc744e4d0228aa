import {
  Client,
  type FetchLike,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import type {
  FromMcp,
  Permits,
  ServerFacts,
  ServerRequest,
  ServerStart,
  ToMcp,
  Traffic,
} from '../messages.ts'
import { type AskLimits, createAnswerRequest } from './answer-request.ts'
import { type Authorizer, createAuthorizer } from './auth/authorizer.ts'
import type { Credentials } from './auth/credentials.ts'
import { needIn, SignInNeeded } from './auth/sign-in-needed.ts'
import { createRoots } from './features/roots.ts'
import { limitedFetch } from './limited-fetch.ts'
import { createProgramTransport } from './program-transport.ts'
import { createQuestions } from './questions.ts'
import { readableError } from './readable-error.ts'
import { MOST_PAGES } from './taken-tools.ts'
import { APP_MIME, APPS_EXTENSION } from './taken-ui.ts'
import { createTap } from './tap.ts'

/** The requests whose answer may depend on the folder that the server is shown. */
const FOR_FOLDER: ReadonlySet<ServerRequest['what']> = new Set(['offers', 'call', 'read', 'prompt'])

/** Events of a connection. */
export type ConnectionHears = {
  readonly started: (pid: number, mark: string) => void
  readonly closed: (problem: string) => void
  readonly changed: () => void
  readonly updated: (uri: string) => void
  readonly log: (line: Pick<Extract<FromMcp, { type: 'log' }>, 'from' | 'level' | 'text'>) => void
  readonly traffic: (messages: Traffic[]) => void
}

/** An open connection to a server. */
export type OpenedConnection = {
  readonly facts: ServerFacts
  readonly ask: (request: ServerRequest, limits: AskLimits) => Promise<unknown>
  readonly close: () => Promise<void>
}

type Opening = Pick<Extract<ToMcp, { type: 'connect' }>, 'start' | 'legacy' | 'version'>

/** The means of a connection over HTTP. */
export type OpenDeps = { readonly credentials: Credentials; readonly request: FetchLike }

/** A program that does not know the question of the newer protocol may stay silent. An address answers, if slowly. */
const PROBE_MS = { stdio: 3_000, http: 15_000, sse: 15_000 } as const
const CONNECT_MS = 30_000

/**
 * Opens a connection in the newest protocol that the server speaks. Where it ends over the question for that, it is
 * opened once more in the older one.
 */
export async function openConnection(
  opening: Opening,
  hears: ConnectionHears,
  deps: OpenDeps,
): Promise<OpenedConnection> {
  const eras = opening.legacy ? [true] : [false, true]
  const ways = transportsOf(opening.start)
  let problem: unknown = null
  for (const way of ways) {
    for (const legacy of eras) {
      try {
        return await openOne({ ...opening, legacy, way }, hears, deps)
      } catch (error) {
        problem = error
        if (error instanceof SignInNeeded) throw error
        if (error instanceof SdkHttpError && error.status !== undefined && error.status >= 500) break
      }
    }
    if (!isUnknownWay(problem)) break
  }
  throw problem
}

type Way =
  | ProgramWay
  | { readonly kind: 'http' | 'sse'; readonly start: Extract<ServerStart, { kind: 'http' }> }
type ProgramWay = { readonly kind: 'stdio'; readonly start: Extract<ServerStart, { kind: 'stdio' }> }

function transportsOf(start: ServerStart): readonly Way[] {
  if (start.kind === 'stdio') return [{ kind: 'stdio', start }]
  const { transport } = start
  return transport === 'auto'
    ? [
        { kind: 'http', start },
        { kind: 'sse', start },
      ]
    : [{ kind: transport, start }]
}

/** A server that knows only the old event stream does not know this kind of request. */
function isUnknownWay(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405, 406].includes(error.status ?? 0)
}

type One = Opening & { readonly way: Way }

async function openOne(
  { legacy, version, way }: One,
  hears: ConnectionHears,
  deps: OpenDeps,
): Promise<OpenedConnection> {
  const changed = { autoRefresh: false, onChanged: () => hears.changed() }
  const client = new Client(
    { name: 'orrery', version },
    {
      capabilities: capabilitiesOf(way.start.permits),
      listMaxPages: MOST_PAGES,
      versionNegotiation: legacy
        ? { mode: 'legacy' }
        : { mode: 'auto', probe: { timeoutMs: PROBE_MS[way.kind] } },
      // Results are data for a model, which takes any shape; a pattern of a server could run for ever.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
      listChanged: { tools: changed, resources: changed, prompts: changed },
    },
  )
  const { questions, samples, during } = createQuestions()
  const roots = createRoots(way.start.permits?.roots ?? [])
  const tap = createTap(hears.traffic)
  const ending = new AbortController()
  const authorizer = authorizerOf(way, deps, ending.signal)
  const transport = tap.on(
    transportOf(way, hears, { request: tap.fetching(limitedFetch(deps.request)), authorizer }),
  )
  let isOpen = false
  let lastError = ''
  client.onerror = (error) => {
    lastError = readableError(error)
    hears.log({ from: 'app', level: 'error', text: lastError })
  }
  client.onclose = () => {
    tap.flush()
    ending.abort(new Error('The connection was closed.'))
    if (isOpen)
      hears.closed(endingOf(transport) ?? (lastError === '' ? 'The connection was closed.' : lastError))
    isOpen = false
  }
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const text = typeof params.data === 'string' ? params.data : (JSON.stringify(params.data) ?? '')
    hears.log({ from: 'server', level: params.level, text })
  })
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => questions(params, mcpReq.signal))
  if (way.start.permits?.sampling === true) handleSampling(client, samples)
  if (way.start.permits?.roots != null) client.setRequestHandler('roots/list', () => roots.list())
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => hears.updated(params.uri))
  try {
    await client.connect(transport, { timeout: CONNECT_MS })
  } catch (error) {
    // Closing ends the program as well, which explains nothing.
    const ended = endingOf(transport)
    await client.close().catch(() => undefined)
    tap.flush()
    const need = needIn(error, authorizer?.named() ?? null)
    if (need !== null) throw new SignInNeeded(need)
    const ending = ended ?? (isClosing(error) ? endingOf(transport) : null)
    throw ending === null || error instanceof SdkHttpError ? error : new Error(ending, { cause: error })
  }
  isOpen = true
  const ask = createAnswerRequest(client, (text) => hears.log({ from: 'app', level: 'error', text }))
  return {
    facts: {
      protocol: client.getNegotiatedProtocolVersion() ?? 'unknown',
      legacy: client.getProtocolEra() !== 'modern',
      issuer: authorizer?.issuer() ?? null,
    },
    ask: async (request, limits) => {
      try {
        return await during(limits, async (patience) => {
          if (FOR_FOLDER.has(request.what)) await roots.read(client, patience.signal)
          return await ask(request, { ...limits, patience })
        })
      } catch (error) {
        const need = needIn(error, authorizer?.named() ?? null)
        if (need !== null) throw new SignInNeeded(need)
        if (isOpen && isLost(error)) {
          lastError = readableError(error)
          await client.close()
        }
        throw error
      }
    },
    close: async () => {
      isOpen = false
      await client.close()
    },
  }
}

/** The features that a server may use. Tasks of questions are not offered. */
function capabilitiesOf(permits: Permits | undefined) {
  return {
    elicitation: { form: {}, url: {} },
    ...(permits?.sampling === true ? { sampling: {} } : {}),
    ...(permits?.roots == null ? {} : { roots: { listChanged: true } }),
    ...(permits?.apps === true ? { extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_MIME] } } } : {}),
  }
}

/** The code of the protocol for a request that the person refused. */
const REFUSED = -1

function handleSampling(client: Client, samples: ReturnType<typeof createQuestions>['samples']): void {
  client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => {
    const answer = await samples(params, mcpReq.signal)
    if (answer.action === 'refused') throw new ProtocolError(REFUSED, answer.reason)
    const { text, model } = answer
    return { role: 'assistant', content: { type: 'text', text }, model, stopReason: 'endTurn' }
  })
}

type Known = Transport & { readonly ending?: () => string | null }

const endingOf = (transport: Known): string | null => transport.ending?.() ?? null

function authorizerOf(
  { kind, start }: Way,
  { credentials, request }: OpenDeps,
  signal: AbortSignal,
): Authorizer | null {
  if (kind === 'stdio' || start.oauth === null) return null
  return createAuthorizer({
    settings: start.oauth,
    credentials,
    request,
    signal,
    server: new URL(start.url),
  })
}

type Network = { readonly request: FetchLike; readonly authorizer: Authorizer | null }

function transportOf({ kind, start }: Way, hears: ConnectionHears, { request, authorizer }: Network): Known {
  if (kind === 'stdio') {
    return createProgramTransport({
      start,
      started: hears.started,
      printed: (text, from) => hears.log({ from, level: 'info', text }),
    })
  }
  const url = new URL(start.url)
  // A redirect to another origin would hand it the headers.
  const options = {
    requestInit: { headers: { ...start.headers } },
    fetch: request,
    redirectPolicy: 'same-origin' as const,
    onInsufficientScope: 'throw' as const,
    ...(authorizer === null ? {} : { authProvider: authorizer.provider }),
  }
  return kind === 'http'
    ? new StreamableHTTPClientTransport(url, options)
    : new SSEClientTransport(url, options)
}

/** Whether the connection closed without another reason. */
function isClosing(error: unknown): boolean {
  if (!(error instanceof SdkError)) return false
  return error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.SendFailed
}

/** Whether a remote server is gone, or has forgotten this connection: then only a new one helps. */
function isLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status === 404
  return error instanceof TypeError && error.message === 'fetch failed'
}
