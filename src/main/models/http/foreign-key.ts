import { AppError } from '#shared/errors.ts'
import { KNOWN_PROVIDERS, providerAt } from '#shared/model/known-providers.ts'
import { say } from '#shared/sentences.ts'
import type { Secret } from '../../lib/secret.ts'

/** Beginnings that only keys of one provider have. */
const BEGINNINGS = [
  ['sk-ant-', 'anthropic'],
  ['sk-or-', 'openrouter'],
  ['sk-proj-', 'openai'],
  ['AIza', 'google'],
  ['gsk_', 'groq'],
  ['csk-', 'cerebras'],
  ['xai-', 'xai'],
] as const

/**
 * Throws an `AppError` for a key that by its form belongs to another provider than the one at an address, so that no provider
 * gets the key of another. Any key may go to a server that is no known provider.
 */
export function refuseForeignKey(secret: Secret, baseUrl: string): void {
  const provider = providerAt(baseUrl)
  if (provider === null) return
  const key = secret.reveal().trim()
  const owner = BEGINNINGS.find(([beginning]) => key.startsWith(beginning))?.[1]
  if (owner === undefined || owner === provider) return
  const facts = { owner: KNOWN_PROVIDERS[owner].label, provider: KNOWN_PROVIDERS[provider].label }
  throw AppError.saying('llm.auth', say('llm.foreignKey', facts))
}
