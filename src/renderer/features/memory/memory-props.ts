import type { MemoryItem } from '#shared/memory/memory.ts'
import type { Api } from '../../api.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/Toast.tsx'

/** What every part of the memory screen is given. */
export type MemoryProps = {
  readonly api: Api
  readonly app: AppStore
  readonly toast: ShowToast
  /** Lets the person choose a folder and hands its path on. */
  readonly onChooseFolder: ChooseFolder
}

/** What is done with a folder rejects with what the person should read while they still choose. */
export type ChooseFolder = (take: (path: string) => Promise<void>) => void

/** What the pane at the right shows. */
export type MemoryView =
  | { readonly kind: 'item' }
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' }
  | { readonly kind: 'merge'; readonly items: readonly MemoryItem[] }
  | { readonly kind: 'forget' }
  | { readonly kind: 'proposals' }
  | { readonly kind: 'pairs' }

export const ITEM_VIEW: MemoryView = { kind: 'item' }
