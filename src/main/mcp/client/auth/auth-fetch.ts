import type { FetchLike } from '@modelcontextprotocol/client'
import { limitedTo } from '../limited-fetch.ts'

/** More than any metadata document or token answer. In bytes. */
const LARGEST = 512 * 1024
/** The longest wait for a whole answer in milliseconds. */
export const AUTH_ANSWER_MS = 20_000
/** Redirects of one request for metadata. */
const MOST_REDIRECTS = 3
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** An address that a server must not send the app to. */
export class UnsafeAddress extends Error {}

/**
 * Fetches for a sign-in: short answers within 20 seconds, or `answerMs`, over TLS. Only a server on this machine may have an
 * authorization server on this machine, also after a redirect. The headers of the server are never sent.
 */
export function createAuthFetch(
  server: URL,
  request: FetchLike,
  signal: AbortSignal,
  answerMs = AUTH_ANSWER_MS,
): FetchLike {
  return async (url, init) => {
    const signals = [signal, AbortSignal.timeout(answerMs), ...(init?.signal ? [init.signal] : [])]
    const asked = { ...init, signal: AbortSignal.any(signals), redirect: 'manual' } as const
    let address = new URL(url)
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      checkAddress(address, server)
      const response = await request(address, asked)
      const next = REDIRECTS.has(response.status) ? response.headers.get('location') : null
      if (next === null) return limitedTo(response, LARGEST)
      await response.body?.cancel()
      // A body holds codes and tokens, which are for this address only.
      if ((asked.method ?? 'GET') !== 'GET' || !URL.canParse(next, address)) break
      address = new URL(next, address)
    }
    throw new UnsafeAddress(`An address for the sign-in redirects: ${address.host.slice(0, 200)}.`)
  }
}

/** Throws for an address of a sign-in that is not safe. */
export function checkAddress(url: URL, server: URL): void {
  if (url.username !== '' || url.password !== '') {
    throw new UnsafeAddress('An address for the sign-in contains a password.')
  }
  if (isHere(server)) {
    if (url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url))) return
  } else if (url.protocol === 'https:' && !isHere(url)) return
  throw new UnsafeAddress(
    `An address for the sign-in is not safe: ${url.protocol}//${url.host.slice(0, 200)}.`,
  )
}

/** Whether an address is on this machine. */
function isHere({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
