import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { readJson } from '../http/read-json.ts'

type Deps = { readonly fetch: Fetch; readonly clock: Pick<Clock, 'after'>; readonly logger: Logger }

/** A large model is read from a slow disk in this time. */
const LIMIT_MS = 120_000

/**
 * Has Ollama load a model, which it tells the window of from then on. The next request would have made it wait for the
 * same. It throws only when it is stopped: a server that does not load it says why when it is asked something.
 */
export async function loadModel(
  { fetch, clock, logger }: Deps,
  { baseUrl, id }: { readonly baseUrl: string; readonly id: string },
  signal: AbortSignal,
): Promise<void> {
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  clock.after(LIMIT_MS, either).then(
    () => ending.abort(),
    () => {
      // It was over first.
    },
  )
  try {
    const url = `${baseUrl.replace(/\/v1\/?$/, '')}/api/generate`
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const body = JSON.stringify({ model: id, stream: false })
    await readJson(await fetch(url, { method: 'POST', headers, body, signal: either, redirect: 'manual' }))
  } catch (error) {
    signal.throwIfAborted()
    logger.info('A model was not loaded before it was asked', { model: id, reason: String(error) })
  } finally {
    ending.abort()
  }
}
