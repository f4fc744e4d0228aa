import type { SecretListing } from '#shared/vault/secret.ts'
import type { Data } from '../../data/data.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'
import type { PanelView } from './panel-view.ts'

/** Props of the vault parts. */
export type VaultProps = { readonly api: Data; readonly app: AppStore; readonly toast: ShowToast }

export type PanelProps = VaultProps & {
  readonly secrets: readonly SecretListing[]
  readonly onView: (view: PanelView) => void
  /** Something was changed: show this and read the list again. */
  readonly onChanged: (view: PanelView) => void
}
