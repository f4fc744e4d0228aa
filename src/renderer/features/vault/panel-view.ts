import type { SecretListing, SecretName } from '#shared/vault/secret.ts'

/** The content of the side panel. */
export type PanelView =
  | { readonly kind: 'none' }
  /** A new secret; a name it is to have may be known already. */
  | { readonly kind: 'add'; readonly name: string }
  | { readonly kind: 'secret'; readonly name: SecretName }
  | { readonly kind: 'replace'; readonly name: SecretName }
  | { readonly kind: 'rename'; readonly name: SecretName }
  | { readonly kind: 'delete'; readonly name: SecretName }

export const NO_SECRET: PanelView = { kind: 'none' }

/** A panel about a secret that is gone shows nothing. */
export function panelAfterChange(view: PanelView, secrets: readonly SecretListing[]): PanelView {
  if (view.kind === 'none' || view.kind === 'add') return view
  return secrets.some((secret) => secret.name === view.name) ? view : NO_SECRET
}
