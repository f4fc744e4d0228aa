import type { Opaque } from '#shared/session/message.ts'

const API = 'google-generative-ai'

/** The signature that Google documents for calls that a Gemini model did not make itself (2026-11). */
export const UNSIGNED = 'skip_thought_signature_validator'

/** The signature of a part, which goes back with it. */
export function signatureReplay(provider: string, signature: string): Opaque {
  return { provider, api: API, data: { signature } }
}

/** Returns the signature of a part, or null for a part without a signature of this provider. */
export function signatureOf(replay: Opaque | undefined, provider: string): string | null {
  if (replay?.api !== API || replay.provider !== provider) return null
  const { data } = replay
  const signed = typeof data === 'object' && data !== null && 'signature' in data ? data.signature : null
  return typeof signed === 'string' ? signed : null
}
