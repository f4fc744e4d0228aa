import type { ModelListing } from '#shared/model/model.ts'
import type { SecretListing } from '#shared/vault/secret.ts'

/** Who may use a secret, or may not any more. `host` is where the value goes; null: the settings name it no more. */
export type SecretUser = { readonly by: string; readonly host: string | null; readonly allowed: boolean }

/** What a secret is for, as far as the app knows: by who names it, or has used it. */
export type SecretKind = 'modelKey' | 'unused'

/** The models whose settings name a secret, and behind them who has used it before. */
export function usersOf(
  { name, usedBy, refused }: Pick<SecretListing, 'name' | 'usedBy' | 'refused'>,
  models: readonly ModelListing[],
): SecretUser[] {
  const naming = models.filter(({ apiKeyRef }) => apiKeyRef === `vault:${name}`)
  const now = naming.map(({ label, baseUrl }) => ({
    ...{ by: label, host: hostOf(baseUrl) },
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
