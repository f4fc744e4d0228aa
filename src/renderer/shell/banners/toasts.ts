import { createStore } from 'zustand/vanilla'
import type { ShowToast, ToastNotice } from '../../ui/panes/Toast.tsx'

export type Toasts = ReturnType<typeof createToasts>

/** Creates the toasts of this window. */
export function createToasts() {
  const store = createStore<{ readonly list: readonly ToastNotice[] }>(() => ({ list: [] }))
  let count = 0
  const show: ShowToast = (toast) => {
    count += 1
    const notice = { ...toast, id: `toast-${count}` }
    store.setState(({ list }) => ({ list: [...list, notice].slice(-20) }))
  }
  const dismiss = (id: string) =>
    store.setState(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))
  return { store, show, dismiss }
}
