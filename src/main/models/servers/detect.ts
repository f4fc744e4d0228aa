import type { DetectedServer } from '#shared/model/model.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { LOCAL_SERVERS, type LocalServer } from './local-servers.ts'
import { fetchModelList } from './model-list.ts'
import { askFacts } from './server-facts.ts'

export type DetectDeps = {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly logger: Logger
  readonly servers?: readonly LocalServer[]
  /**
   * Time limit for listing the models of one server, and again for their facts, in milliseconds. All servers
   * are queried in parallel.
   */
  readonly limitMs?: number
}

const LIMIT_MS = 1_500

/** Looks for model servers on this machine's own loopback address, where people usually run them. */
export function createServerDetection(deps: DetectDeps) {
  const { servers = LOCAL_SERVERS } = deps
  return {
    detect: (signal: AbortSignal): Promise<DetectedServer[]> =>
      Promise.all(servers.map((server) => look(server, deps, signal))),
  }
}

async function look(server: LocalServer, deps: DetectDeps, signal: AbortSignal): Promise<DetectedServer> {
  const { name, port } = server
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const silent = { name, baseUrl, port, running: false, models: [] }
  try {
    const list = await within(deps, signal, (until) =>
      fetchModelList(deps.fetch, { api: 'openai-completions', baseUrl, key: null }, until),
    )
    if (list.kind !== 'list') return silent
    const facts = {
      ...Object.fromEntries(list.facts),
      ...(await factsOf(server, baseUrl, list.ids, deps, signal)),
    }
    const known = Object.keys(facts).length === 0 ? {} : { facts }
    return { name, baseUrl, port, running: true, models: [...list.ids], ...known }
  } catch (error) {
    signal.throwIfAborted()
    deps.logger.info('No model server answered', { name, port, reason: reasonOf(error) })
    return silent
  }
}

/** Returns a server's facts about its models. A timeout does not exclude the server. */
async function factsOf(
  { name, provider }: LocalServer,
  baseUrl: string,
  ids: readonly string[],
  deps: DetectDeps,
  signal: AbortSignal,
) {
  try {
    const asked = { provider, baseUrl, ids }
    return Object.fromEntries(await within(deps, signal, (until) => askFacts(deps.fetch, asked, until)))
  } catch (error) {
    signal.throwIfAborted()
    deps.logger.info('A model server told nothing of its models', { name, reason: reasonOf(error) })
    return {}
  }
}

/** Gives something its time and no more. */
async function within<T>(
  { clock, limitMs = LIMIT_MS }: DetectDeps,
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  const late = clock.after(limitMs, either).then(() => ending.abort())
  // The wait ends with the act, one way or the other.
  late.catch(() => {})
  try {
    return await act(either)
  } finally {
    ending.abort()
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
