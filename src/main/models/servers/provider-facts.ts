import type { ModelApi } from '#shared/model/model.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { type FactsByModel, fetchModelList } from './model-list.ts'

type Deps = {
  readonly fetch: Fetch
  readonly clock: Pick<Clock, 'now' | 'schedule'>
  readonly logger: Logger
  /** Called when a server told something new. */
  readonly changed: () => void
}

type Server = {
  readonly api: ModelApi
  readonly baseUrl: string
  readonly readKey: (signal: AbortSignal) => Promise<Secret | null>
}

/** Maximum wait of the first request to a provider for its model limits, in milliseconds. */
const LIMIT_MS = 3_000
/** After this time a provider that did not answer is asked again, in milliseconds. */
const AGAIN_MS = 10 * 60_000

const NONE: FactsByModel = new Map()

/**
 * Remembers what providers tell of their models. Each is asked once, right before its first request, so nothing goes
 * to a provider that is not used.
 */
export function createProviderFacts({ fetch, clock, logger, changed }: Deps) {
  let told: ReadonlyMap<string, FactsByModel> = new Map()
  const asking = new Map<string, Promise<void>>()
  const failedAt = new Map<string, number>()

  const ask = async ({ api, baseUrl, readKey }: Server): Promise<void> => {
    const ending = new AbortController()
    const stop = clock.schedule(LIMIT_MS, () => ending.abort())
    try {
      const key = await readKey(ending.signal)
      const list = await fetchModelList(fetch, { api, baseUrl, key }, ending.signal)
      if (list.kind !== 'list') throw new Error(`The answer was no list of models: ${list.kind}`)
      told = new Map([...told, [baseUrl, list.facts]])
      changed()
    } catch (error) {
      // The table of known models does; the request itself reports what is wrong with the server.
      failedAt.set(baseUrl, clock.now())
      asking.delete(baseUrl)
      logger.info('A provider told nothing of its models', { baseUrl, reason: String(error) })
    } finally {
      stop()
    }
  }

  return {
    /** Everything told so far, by base URL. A new object whenever something was added. */
    all: (): ReadonlyMap<string, FactsByModel> => told,
    /** Resolves when the provider has told, or will not. Never rejects. */
    learn: (server: Server): Promise<void> => {
      const known = asking.get(server.baseUrl)
      if (known !== undefined) return known
      const failed = failedAt.get(server.baseUrl)
      if (failed !== undefined && clock.now() - failed < AGAIN_MS) return Promise.resolve()
      const asked = ask(server)
      asking.set(server.baseUrl, asked)
      return asked
    },
  }
}

/** Returns a provider's facts about one model. */
export function providerFactsOf(
  told: ReadonlyMap<string, FactsByModel>,
  { baseUrl, id }: { readonly baseUrl: string; readonly id: string },
) {
  return (told.get(baseUrl) ?? NONE).get(id)
}
