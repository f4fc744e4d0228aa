import type { Remember } from '#shared/permission/rule.ts'

/** For how long a lasting answer holds; `null` until it is revoked. */
export const EXPIRIES = [
  { id: 'revoked', ms: null },
  { id: 'hour', ms: 3_600_000 },
  { id: 'day', ms: 86_400_000 },
  { id: 'week', ms: 604_800_000 },
] as const

export type Expiry = (typeof EXPIRIES)[number]['id']

/** The next choice, after the last the first. */
export function nextExpiry(expiry: Expiry): Expiry {
  const at = EXPIRIES.findIndex(({ id }) => id === expiry)
  return EXPIRIES[(at + 1) % EXPIRIES.length]?.id ?? 'revoked'
}

/** The choice with this name; what is none counts as the first. */
export function expiryOf(name: string): Expiry {
  return EXPIRIES.find(({ id }) => id === name)?.id ?? 'revoked'
}

/** An answer that holds from now on for as long as was chosen. One for once has no end. */
export function lasting(remember: Omit<Remember, 'expiresAt'>, expiry: Expiry, now: number): Remember {
  const ms = EXPIRIES.find(({ id }) => id === expiry)?.ms ?? null
  return ms === null || remember.scope === 'once' ? remember : { ...remember, expiresAt: now + ms }
}
