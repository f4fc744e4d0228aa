import type { ApiKeyRef } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import { CHATGPT_REGISTRATION, CHATGPT_SECRET } from '#shared/model/chatgpt-plan.ts'
import { say } from '#shared/sentences.ts'
import type { Redactor } from '../lib/redact.ts'
import { Secret } from '../lib/secret.ts'
import type { SecretVariables } from '../lib/secret-variables.ts'
import type { UseBy, Vault } from './vault.ts'

type Deps = {
  readonly vault: Pick<Vault, 'read'>
  readonly redactor: Pick<Redactor, 'add'>
  /** Learns which variables hold a key: no program of the app may inherit them. */
  readonly variables: Pick<SecretVariables, 'add'>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Secrets of sign-ins are no keys: sending one would give away the right to renew it. */
const NO_KEYS: readonly string[] = [CHATGPT_SECRET, CHATGPT_REGISTRATION]

/** The key a model's `apiKeyRef` names, looked up at the moment of the call. */
export async function resolveApiKey(
  ref: ApiKeyRef,
  use: UseBy,
  { vault, redactor, variables, env }: Deps,
  signal: AbortSignal,
): Promise<Secret> {
  const name = ref.slice(ref.indexOf(':') + 1)
  if (ref.startsWith('vault:') && NO_KEYS.includes(name)) {
    throw AppError.saying('vault.denied', say('vault.signInOnly', { name }))
  }
  if (ref.startsWith('vault:')) return vault.read(name, use, signal)
  variables.add([name])
  const value = env[name]?.trim()
  if (value !== undefined && value !== '') {
    redactor.add(value)
    return new Secret(value)
  }
  throw AppError.saying('vault.not_found', say('vault.noVariable', { name }))
}
