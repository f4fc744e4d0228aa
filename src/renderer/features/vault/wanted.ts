import type { ModelListing } from '#shared/model/model.ts'
import type { SecretListing } from '#shared/vault/secret.ts'

/** A secret that the settings name and that nobody has added yet. */
export type Wanted = { readonly name: string; readonly count: number }

const VAULT = 'vault:'

/** Which secrets models wait for, in the order they are first named, each with how many wait. */
export function wantedBy(models: readonly ModelListing[], secrets: readonly SecretListing[]): Wanted[] {
  const counts = new Map<string, number>()
  for (const { apiKeyRef, key } of models) {
    if (key !== 'missing' || apiKeyRef?.startsWith(VAULT) !== true) continue
    const name = apiKeyRef.slice(VAULT.length)
    if (secrets.every((secret) => secret.name !== name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => ({ name, count }))
}
