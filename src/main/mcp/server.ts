import { AppError } from '#shared/errors.ts'
import type { McpHealth, McpLogLine } from '#shared/mcp/mcp-list.ts'
import type { Clock } from '../lib/clock.ts'
import type { AskLimits, Connection, McpClient } from './client-port.ts'
import type { ServerDefinition } from './definition.ts'
import { Offers, type ServerRequest, type ServerStart, type Traffic } from './messages.ts'
import type { Listing } from './rows.ts'
import { createServerLog } from './server-log.ts'
import { brokeOff, notStarted, sentenceOf } from './server-words.ts'
import { untilAborted } from './until-aborted.ts'

/** The start of a server, and the clean-up after its end. */
export type PreparedStart = { readonly start: ServerStart; readonly leave: () => Promise<void> }

type Deps = {
  readonly definition: ServerDefinition
  readonly client: Pick<McpClient, 'connect'>
  readonly prepare: (definition: ServerDefinition, signal: AbortSignal) => Promise<PreparedStart>
  /** The tools as they were listed for this configuration; null where they never were. */
  readonly listing: () => Listing | null
  readonly listed: (listing: Listing) => void
  readonly clock: Pick<Clock, 'now' | 'schedule'>
  /** Called when a subscribed resource changes. */
  readonly updated: (uri: string) => void
  /** Stores messages of the connection. */
  readonly record: (messages: readonly Traffic[]) => void
  /** Called when health, tools or log change. */
  readonly changed: () => void
  /** Takes secrets out of a text. */
  readonly hide: (text: string) => string
}

/** Pauses before automatic restarts, in milliseconds. */
const PAUSES = [0, 1_000, 4_000, 15_000, 60_000]
/** One that ran for so long has not ended over its start. */
const STEADY_MS = 60_000
const LIST_MS = 30_000
const USUAL_TIMEOUT_S = 120

/** Runs one server: starts it with its first use, starts it again when it ends, and knows how it is doing. */
export function createServer(deps: Deps) {
  const { definition } = deps
  const timeoutMs = (definition.config.timeout ?? USUAL_TIMEOUT_S) * 1_000
  const life = createLife(deps)
  const opened = (signal: AbortSignal): Promise<Connection> => untilAborted(life.open(), signal)

  return {
    definition,
    health: life.health,
    log: life.log.lines,
    /** The tools of the server. Starts it where they are not known yet. */
    tools: async (signal: AbortSignal): Promise<Listing> => {
      const known = deps.listing()
      if (known !== null) return known
      const connection = await opened(signal)
      return deps.listing() ?? (await life.list(connection, signal))
    },
    /** Calls a tool. Rejects with an `AppError` in words for the model. */
    call: async (
      tool: string,
      args: Readonly<Record<string, unknown>>,
      during: Omit<AskLimits, 'timeoutMs'>,
      signal: AbortSignal,
    ): Promise<unknown> => {
      const connection = await opened(signal).catch((error: unknown) => {
        signal.throwIfAborted()
        throw AppError.forAgent('tool.failed', notStarted(definition.name, sentenceOf(error)))
      })
      try {
        return await connection.ask({ what: 'call', tool, args }, { timeoutMs, ...during }, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (life.health().state === 'ready' || !(error instanceof AppError)) throw error
        throw AppError.forAgent('tool.failed', brokeOff(definition.name, error.message))
      }
    },
    /** Sends a request of the person. Starts the server where it does not run. Rejects with an `AppError`. */
    ask: async (request: ServerRequest, signal: AbortSignal): Promise<unknown> => {
      const connection = await opened(signal)
      return await connection.ask(request, { timeoutMs, progress: () => {} }, signal)
    },
    /** Ends it and starts it again, also when it has given up. */
    restart: async (signal: AbortSignal): Promise<void> => {
      life.stop()
      await opened(signal)
    },
    stop: life.stop,
  }
}

export type Server = ReturnType<typeof createServer>

/** The connection of a server: opened on demand, restarted with pauses after an unexpected end. */
function createLife(deps: Deps) {
  const { clock, changed } = deps
  const log = createServerLog(clock.now, deps.hide)
  let health: McpHealth = { state: 'waiting' }
  let opening: Promise<Connection> | null = null
  let stopped = new AbortController()
  let failures = 0
  let cancelRetry = () => {}
  let leave = async (): Promise<void> => {}

  const become = (next: McpHealth): void => {
    health = next
    changed()
  }
  const note = (line: Pick<McpLogLine, 'from' | 'level' | 'text'>): void => {
    log.add(line)
    changed()
  }
  const left = (): void => {
    const last = leave
    leave = async () => {}
    last().catch((error: unknown) => note({ from: 'app', level: 'error', text: String(error) }))
  }
  const ended = (given: string, since: number | null): void => {
    const reason = deps.hide(given)
    opening = null
    left()
    if (since !== null && clock.now() - since > STEADY_MS) failures = 0
    // One that never ran is started again by its next use.
    const neverRan = since === null && failures === 0
    const pause = neverRan ? undefined : PAUSES[failures]
    if (!neverRan) failures += 1
    note({ from: 'app', level: 'error', text: reason })
    become({ state: 'failed', reason, retryAt: pause === undefined ? null : clock.now() + pause })
    if (pause !== undefined) cancelRetry = clock.schedule(pause, () => void open().catch(() => undefined))
  }
  /** Asks for the tools, resources and prompts, and stores them. */
  const list = async (connection: Connection, signal: AbortSignal): Promise<Listing> => {
    const answer = await connection.ask(
      { what: 'offers' },
      { timeoutMs: LIST_MS, progress: () => {} },
      signal,
    )
    const { protocol, legacy } = connection.facts
    const listing = { protocol, legacy, ...Offers.parse(answer) }
    deps.listed(listing)
    changed()
    return listing
  }
  const connect = async (signal: AbortSignal): Promise<Connection> => {
    become({ state: 'starting' })
    let since: number | null = null
    try {
      const prepared = await deps.prepare(deps.definition, signal)
      leave = prepared.leave
      signal.throwIfAborted()
      const connection = await deps.client.connect(prepared.start, deps.listing()?.legacy ?? false, {
        closed: (problem) => {
          if (!signal.aborted) ended(problem, since)
        },
        changed: () => void opening?.then((open) => list(open, signal)).catch(() => undefined),
        ...{ updated: deps.updated, log: note, traffic: deps.record },
      })
      if (signal.aborted) connection.close()
      signal.throwIfAborted()
      since = clock.now()
      note({ from: 'app', level: 'info', text: `Connected, protocol ${connection.facts.protocol}.` })
      become({ state: 'ready', since })
      await list(connection, signal)
      return connection
    } catch (error) {
      if (!signal.aborted && since === null) ended(sentenceOf(error), null)
      throw error
    }
  }
  const open = (): Promise<Connection> => {
    cancelRetry()
    if (opening !== null) return opening
    const made = connect(stopped.signal)
    opening = made
    made.catch(() => {
      if (opening === made) opening = null
    })
    return made
  }
  const stop = (): void => {
    cancelRetry()
    stopped.abort(new DOMException('The server was stopped.', 'AbortError'))
    stopped = new AbortController()
    const last = opening
    const lastLeave = leave
    opening = null
    leave = async () => {}
    failures = 0
    const closing = last?.then((connection) => connection.close()).catch(() => undefined)
    closing?.then(lastLeave).catch(() => undefined)
    become({ state: 'waiting' })
  }
  return { health: (): McpHealth => health, log, open, list, stop }
}
