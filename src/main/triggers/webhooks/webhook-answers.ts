import { createHash, timingSafeEqual } from 'node:crypto'
import type { TriggerId } from '#shared/ids.ts'

/** The header with the secret. `Authorization: Bearer …` works as well. */
export const SECRET_HEADER = 'x-orrery-secret'
/** The header that names a delivery. A repeated name starts nothing again. */
export const DELIVERY_HEADER = 'x-orrery-delivery'
/** The largest body, in bytes. */
export const MOST_BODY = 64 * 1_024

/** Requests for one trigger within a minute. */
const MOST_IN_MINUTE = 20
/** Requests with a wrong secret within a minute, for each webhook. Unknown addresses share one count. */
const MOST_WRONG = 30
const MINUTE_MS = 60_000

/** A request as far as it is checked before its body is read. */
export type WebhookRequest = {
  readonly method: string
  readonly path: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly secret: string | null
}

export type Refusal = { readonly status: 400 | 403 | 404 | 405 | 413 | 429 | 503; readonly text: string }

type Deps = {
  readonly now: () => number
  /** The stored secret of a webhook trigger that is on; null for any other id. Rejects when the vault does not answer. */
  readonly secretOf: (id: string) => Promise<string | null>
}

/** Checks requests to webhooks: address, secret and rate. */
export function createWebhookGuard({ now, secretOf }: Deps) {
  const rateOf = (rates: Map<string, Rate>, id: string, most: number): Rate => {
    const rate = rates.get(id) ?? createRate(most, now)
    rates.set(id, rate)
    return rate
  }
  const unknown = createRate(MOST_WRONG, now)
  const wrong = new Map<string, Rate>()
  const accepted = new Map<string, Rate>()
  return {
    /** Returns the trigger that a request may start, or the reason for refusing it. */
    check: async (request: WebhookRequest, port: number): Promise<TriggerId | Refusal> => {
      const { method, path, secret } = request
      if (!isOurHost(request.host, port)) return { status: 403, text: 'The Host header is not this address.' }
      // A page in a browser sends its origin. Programs do not.
      if (request.origin !== undefined) return { status: 403, text: 'Web pages may not call this address.' }
      const id = /^\/hooks\/(trg_[0-9a-z]{8,40})$/.exec(path)?.[1]
      if (id === undefined) return NOT_FOUND
      if (method !== 'POST') return { status: 405, text: 'Use POST.' }
      const expected = await secretOf(id).catch(() => undefined)
      if (expected === undefined) return { status: 503, text: 'The vault does not answer.' }
      // Wrong secrets of one webhook lock no other one. Ids that nothing has take no memory.
      const guesses = expected === null ? unknown : rateOf(wrong, id, MOST_WRONG)
      if (guesses.isFull()) return TOO_MANY
      // An unknown id is compared as well, so that the time does not tell it from a wrong secret.
      const isRight = sameSecret(secret ?? '', expected ?? 'none')
      if (expected === null || secret === null || !isRight) {
        guesses.count()
        return NOT_FOUND
      }
      const rate = rateOf(accepted, id, MOST_IN_MINUTE)
      if (rate.isFull()) return TOO_MANY
      rate.count()
      return id as TriggerId
    },
  }
}

const NOT_FOUND: Refusal = { status: 404, text: 'There is no such webhook, or the secret is wrong.' }
const TOO_MANY: Refusal = { status: 429, text: 'Too many requests. Try again in a minute.' }

/** Compares two texts in constant time, whatever their lengths. */
function sameSecret(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

/** Whether a Host header names this listener. Any other name may be a web page that resolves to this computer. */
function isOurHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

type Rate = ReturnType<typeof createRate>

function createRate(most: number, now: () => number) {
  let times: number[] = []
  const recent = (): number[] => {
    const at = now()
    times = times.filter((time) => time > at - MINUTE_MS && time <= at)
    return times
  }
  return { isFull: (): boolean => recent().length >= most, count: (): void => void times.push(now()) }
}

/** Reads the secret out of the headers of a request. */
export function secretIn(headers: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const own = headers[SECRET_HEADER]
  if (typeof own === 'string') return own
  const authorization = headers['authorization']
  return typeof authorization === 'string' ? (/^Bearer (\S+)$/.exec(authorization)?.[1] ?? null) : null
}
