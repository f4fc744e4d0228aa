import { InsufficientScopeError } from '@modelcontextprotocol/client'
import type { SignInNeed } from '../../messages.ts'

const WORDS: Readonly<Record<SignInNeed['reason'], string>> = {
  none: 'The server needs a sign-in.',
  ended: 'The sign-in has ended. Sign in again.',
  scope: 'The sign-in does not allow this. Sign in again to grant more rights.',
  client: 'The authorization server needs a client id.',
}

/** Thrown where only the person's sign-in can help. */
export class SignInNeeded extends Error {
  readonly need: SignInNeed

  constructor(need: SignInNeed) {
    super(WORDS[need.reason])
    this.name = 'SignInNeeded'
    this.need = need
  }
}

/** Returns the sign-in that an error asks for, also when the library wrapped it; null for other errors. */
export function needIn(error: unknown, issuer: string | null): SignInNeed | null {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if (each instanceof SignInNeeded) return each.need
    if (each instanceof InsufficientScopeError) {
      return {
        reason: 'scope',
        issuer,
        scope: each.requiredScope?.slice(0, LONGEST) ?? null,
        metadataUrl: each.resourceMetadataUrl?.href.slice(0, LONGEST) ?? null,
      }
    }
  }
  return null
}

/** The most characters of a scope or an address in a message. */
const LONGEST = 4_000
