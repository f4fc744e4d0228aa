import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppErrorData } from '#shared/errors.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { type Api, problemOf } from '../api.ts'
import { serialRefresh } from './serial-refresh.ts'

export type InboxState = {
  /** Oldest first; null until main has answered. */
  readonly items: readonly InboxItem[] | null
  readonly problem: AppErrorData | null
}

export type InboxStore = ReturnType<typeof createInboxStore>

/** Mirrors everything that waits for the person. Main tells that it changed; the list is asked for. */
export function createInboxStore(api: Api) {
  const store = createStore<InboxState>(() => ({ items: null, problem: null }))

  /** Asks for the list. What changes while main answers is asked for once more afterwards. */
  const load = serialRefresh(async () => {
    try {
      store.setState({ items: await api.call('inbox.list', {}), problem: null })
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  })

  const view: Pick<StoreApi<InboxState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, load }
}
