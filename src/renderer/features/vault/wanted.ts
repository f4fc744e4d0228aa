import type { ModelListing } from '#shared/model/model.ts'
import type { SecretListing } from '#shared/vault/secret.ts'

/** A secret named in the settings and not added yet. */
export type Wanted = { readonly name: string; readonly count: number }

const VAULT = 'vault:'

/** Returns the secrets that models lack, in order of first reference, with the number of models. */
export function wantedBy(models: readonly ModelListing[], secrets: readonly SecretListing[]): Wanted[] {
  const counts = new Map<string, number>()
  for (const { apiKeyRef, key } of models) {
    if (key !== 'missing' || apiKeyRef?.startsWith(VAULT) !== true) continue
    const name = apiKeyRef.slice(VAULT.length)
    if (secrets.every((secret) => secret.name !== name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => ({ name, count }))
}
