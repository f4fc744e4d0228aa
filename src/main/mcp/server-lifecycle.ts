import type { McpHealth, McpLogLine } from '#shared/mcp/mcp-list.ts'
import type { Clock } from '../lib/clock.ts'
import type { Connection, McpClient } from './client-port.ts'
import type { ServerDefinition } from './definition.ts'
import { Offers, type SignInNeed, type Traffic } from './messages.ts'
import type { PreparedStart } from './prepared-start.ts'
import type { Listing } from './rows.ts'
import { createServerLog } from './server-log.ts'
import { sentenceOf } from './server-words.ts'
import { NeedsSignIn } from './sign-in/needs-sign-in.ts'
import { createServerSignIn, signInHealth } from './sign-in/server-sign-in.ts'

export type LifecycleDeps = {
  readonly definition: ServerDefinition
  readonly client: Pick<McpClient, 'connect' | 'signIn'>
  readonly prepare: (definition: ServerDefinition, signal: AbortSignal) => Promise<PreparedStart>
  /** The tools as they were listed for this configuration; null where they never were. */
  readonly listing: () => Listing | null
  readonly listed: (listing: Listing) => void
  /** Whether its interactive views are allowed. */
  readonly apps: () => boolean
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

/** The connection of a server: opened on demand, restarted with pauses after an unexpected end. */
export function createLifecycle(deps: LifecycleDeps) {
  const { clock } = deps
  const { health, become, log, note, fault } = createState(deps)
  const retries = createRetries(clock)
  let opening: Promise<Connection> | null = null
  let stopped = new AbortController()
  let leave = async (): Promise<void> => {}
  let need: SignInNeed | null = null

  const left = (): void => {
    const last = leave
    leave = async () => {}
    last().catch((error: unknown) => fault(String(error)))
  }
  const ended = (given: string, since: number | null): void => {
    const reason = deps.hide(given)
    opening = null
    left()
    fault(reason)
    const retryAt = retries.after(since, () => void open().catch(() => undefined))
    become({ state: 'failed', reason, retryAt })
  }
  const list = createListing(deps)
  /** Stops until the person has signed in. A connection that only lacks rights stays open. */
  const needSignIn = (error: NeedsSignIn): void => {
    need = error.need
    if (need.reason !== 'scope') disconnect()
    note({ from: 'app', level: 'warning', text: error.message })
    become(signInHealth(need, null))
  }
  const connect = async (signal: AbortSignal): Promise<Connection> => {
    become({ state: 'starting' })
    let since: number | null = null
    try {
      const prepared = await preparedStart(deps, signal)
      leave = prepared.leave
      signal.throwIfAborted()
      const connection = await deps.client.connect(prepared.start, deps.listing()?.legacy ?? false, {
        closed: (problem) => {
          if (!signal.aborted) ended(problem, since)
        },
        changed: () => void opening?.then((open) => list(open, signal)).catch(() => undefined),
        updated: deps.updated,
        log: note,
        traffic: deps.record,
      })
      if (signal.aborted) connection.close()
      signal.throwIfAborted()
      since = clock.now()
      note({ from: 'app', level: 'info', text: `Connected, protocol ${connection.facts.protocol}.` })
      need = null
      become({ state: 'ready', since })
      await list(connection, signal)
      return connection
    } catch (error) {
      if (!signal.aborted && error instanceof NeedsSignIn) needSignIn(error)
      else if (!signal.aborted && since === null) ended(sentenceOf(error), null)
      throw error
    }
  }
  const open = (): Promise<Connection> => {
    retries.cancel()
    if (opening !== null) return opening
    if (need !== null && signIn.isRunning()) {
      return Promise.reject(new NeedsSignIn(need, 'The sign-in has not ended yet.'))
    }
    const made = connect(stopped.signal)
    opening = made
    made.catch(() => {
      if (opening === made) opening = null
    })
    return made
  }
  const disconnect = (): void => {
    retries.reset()
    stopped.abort(new DOMException('The server was stopped.', 'AbortError'))
    stopped = new AbortController()
    if (opening !== null) void closeThenLeave(opening, leave)
    opening = null
    leave = async () => {}
  }
  const stop = (): void => {
    disconnect()
    need = null
    signIn.cancel()
    become({ state: 'waiting' })
  }
  const signIn = createServerSignIn(deps, {
    need: () => need,
    become,
    done: async () => {
      need = null
      if (opening === null) await open()
      else become({ state: 'ready', since: clock.now() })
    },
  })
  return { health, log, open, list, stop, needSignIn, signIn, need: () => need }
}

/** Closes a connection, then frees what its start had prepared. A failure of either ends here. */
async function closeThenLeave(opening: Promise<Connection>, leave: () => Promise<void>): Promise<void> {
  await opening.then((connection) => connection.close()).catch(() => undefined)
  await leave().catch(() => undefined)
}

/** Prepares the start of a server, with the features that the person switched on. */
async function preparedStart(
  { prepare, definition, apps: hasApps }: Pick<LifecycleDeps, 'prepare' | 'definition' | 'apps'>,
  signal: AbortSignal,
): Promise<PreparedStart> {
  const prepared = await prepare(definition, signal)
  const { root, config } = definition
  const folder = definition.shown ?? root
  const { sampling = false, roots = false } = config
  const apps = hasApps()
  if (!sampling && !roots && !apps) return prepared
  const permits = { sampling, apps, roots: roots ? (folder === null ? [] : [folder]) : null }
  return { ...prepared, start: { ...prepared.start, permits } }
}

/** The health of a server and its log. */
function createState({ clock, hide, changed }: Pick<LifecycleDeps, 'clock' | 'hide' | 'changed'>) {
  const log = createServerLog(clock.now, hide)
  let health: McpHealth = { state: 'waiting' }
  const note = (line: Pick<McpLogLine, 'from' | 'level' | 'text'>): void => {
    log.add(line)
    changed()
  }
  return {
    log,
    health: (): McpHealth => health,
    become: (next: McpHealth): void => {
      health = next
      changed()
    },
    note,
    /** Notes an error of ours. */
    fault: (text: string): void => note({ from: 'app', level: 'error', text }),
  }
}

/** Schedules restarts with growing pauses. */
function createRetries(clock: LifecycleDeps['clock']) {
  let failures = 0
  let cancel = () => {}
  return {
    cancel: (): void => cancel(),
    reset: (): void => {
      cancel()
      failures = 0
    },
    /** Returns the time of the next start; null where only the next use starts the server. */
    after: (since: number | null, restart: () => void): number | null => {
      if (since !== null && clock.now() - since > STEADY_MS) failures = 0
      // One that never ran is started again by its next use.
      if (since === null && failures === 0) return null
      const pause = PAUSES[failures]
      failures += 1
      if (pause === undefined) return null
      cancel = clock.schedule(pause, restart)
      return clock.now() + pause
    },
  }
}

/** Asks for the tools, resources and prompts, and stores them. */
function createListing({ listed, changed }: Pick<LifecycleDeps, 'listed' | 'changed'>) {
  return async (connection: Connection, signal: AbortSignal): Promise<Listing> => {
    const limits = { timeoutMs: LIST_MS, progress: () => {} }
    const answer = await connection.ask({ what: 'offers' }, limits, signal)
    const listing = { ...connection.facts, ...Offers.parse(answer) }
    listed(listing)
    changed()
    return listing
  }
}
