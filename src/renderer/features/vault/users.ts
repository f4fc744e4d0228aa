import type { ModelListing } from '#shared/model/model.ts'
import type { SecretListing } from '#shared/vault/secret.ts'

/**
 * A user of a secret with or without access. `host` receives the value; null when the settings no longer name
 * it.
 */
export type SecretUser = { readonly by: string; readonly host: string | null; readonly allowed: boolean }

/** The kind of a secret, from its references and uses. */
export type SecretKind = 'modelKey' | 'unused'

/** Returns the models whose settings name a secret, followed by earlier users. */
export function usersOf(
  { name, usedBy, refused }: Pick<SecretListing, 'name' | 'usedBy' | 'refused'>,
  models: readonly ModelListing[],
): SecretUser[] {
  const naming = models.filter(({ apiKeyRef }) => apiKeyRef === `vault:${name}`)
  const now = naming.map(({ label, baseUrl }) => ({
    by: label,
    host: hostOf(baseUrl),
    allowed: !refused.includes(label),
  }))
  const before = usedBy.filter((by) => naming.every(({ label }) => label !== by))
  return [...now, ...before.map((by) => ({ by, host: null, allowed: !refused.includes(by) }))]
}

export function kindOf(
  secret: Pick<SecretListing, 'name' | 'usedBy' | 'refused'>,
  models: readonly ModelListing[],
): SecretKind {
  return usersOf(secret, models).length > 0 ? 'modelKey' : 'unused'
}

function hostOf(baseUrl: string | null): string | null {
  return baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).host : null
}
