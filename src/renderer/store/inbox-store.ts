import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppErrorData } from '#shared/errors.ts'
import type { InboxItem } from '#shared/session/inbox.ts'
import { type Api, problemOf } from '../api.ts'

export type InboxState = {
  /** What has waited longest first; null until main has answered. */
  readonly items: readonly InboxItem[] | null
  readonly problem: AppErrorData | null
}

export type InboxStore = ReturnType<typeof createInboxStore>

/** Mirrors everything that waits for the person. Main tells that it changed; the list is asked for. */
export function createInboxStore(api: Api) {
  const store = createStore<InboxState>(() => ({ items: null, problem: null }))
  let asking = false
  let again = false

  /** Asks for the list. What changes while main answers is asked for once more afterwards. */
  async function load(): Promise<void> {
    if (asking) {
      again = true
      return
    }
    asking = true
    try {
      do {
        again = false
        store.setState({ items: await api.call('inbox.list', {}), problem: null })
      } while (again)
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    } finally {
      asking = false
    }
  }

  const view: Pick<StoreApi<InboxState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, load }
}
