import type { DetectedServer } from '#shared/model/model.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Fetch } from './http-fetch.ts'
import { LOCAL_SERVERS, type LocalServer } from './local-servers.ts'
import { fetchModelList } from './model-list.ts'

export type DetectDeps = {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly logger: Logger
  readonly servers?: readonly LocalServer[]
  /** How long one server may take. All are asked at once. */
  readonly limitMs?: number
}

const LIMIT_MS = 1_500

/** Looks for model servers on this machine's own loopback address, where people usually run them. */
export function createServerDetection(deps: DetectDeps) {
  const { servers = LOCAL_SERVERS, limitMs = LIMIT_MS } = deps
  return {
    detect: (signal: AbortSignal): Promise<DetectedServer[]> =>
      Promise.all(servers.map((server) => look(server, limitMs, deps, signal))),
  }
}

async function look(
  { name, port }: LocalServer,
  limitMs: number,
  { fetch, clock, logger }: DetectDeps,
  signal: AbortSignal,
): Promise<DetectedServer> {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const ending = new AbortController()
  const late = clock.after(limitMs, AbortSignal.any([signal, ending.signal])).then(() => ending.abort())
  // The wait ends with the look, one way or the other.
  late.catch(() => {})
  try {
    const list = await fetchModelList(fetch, baseUrl, null, AbortSignal.any([signal, ending.signal]))
    const models = list.kind === 'list' ? [...list.ids] : []
    return { name, baseUrl, port, running: list.kind === 'list', models }
  } catch (error) {
    signal.throwIfAborted()
    logger.info('No model server answered', {
      name,
      port,
      reason: error instanceof Error ? error.message : '',
    })
    return { name, baseUrl, port, running: false, models: [] }
  } finally {
    ending.abort()
  }
}
