import type { MemoryItem } from '#shared/memory/memory.ts'
import type { Data } from '../../data/data.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

/** Props of the memory screen parts. */
export type MemoryProps = {
  readonly api: Data
  readonly app: AppStore
  readonly toast: ShowToast
  /** Lets the person choose a folder and hands its path on. */
  readonly onChooseFolder: ChooseFolder
}

/** Opens the folder dialog. `take` rejects with a message shown in the open dialog. */
export type ChooseFolder = (take: (path: string) => Promise<void>) => void

/** The content of the right pane. */
export type MemoryView =
  | { readonly kind: 'item' }
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' }
  | { readonly kind: 'merge'; readonly items: readonly MemoryItem[] }
  | { readonly kind: 'forget' }
  | { readonly kind: 'proposals' }
  | { readonly kind: 'pairs' }

export const ITEM_VIEW: MemoryView = { kind: 'item' }
