import type { StoreApi } from 'zustand/vanilla'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { AppState } from '../app-state.ts'
import type { AppStore } from '../app-store.ts'
import type { SideState } from './side-state.ts'

type Side = {
  readonly store: Pick<StoreApi<SideState>, 'getState' | 'subscribe'>
  readonly open: (id: SessionId, projectId: ProjectId | null) => boolean
}

/**
 * Creates the app as the chat of the side sees it: the open session is its own, and what opens a chat from it opens
 * that chat in its place. Everything else is the app itself.
 */
export function createSideApp(app: AppStore, side: Side): AppStore {
  let last: { readonly of: AppState; readonly beside: SideState; readonly seen: AppState } | null = null
  const getState = (): AppState => {
    const [of, beside] = [app.store.getState(), side.store.getState()]
    if (last?.of !== of || last.beside !== beside) last = { of, beside, seen: seenFrom(of, beside) }
    return last.seen
  }
  return {
    ...app,
    store: {
      getState,
      getInitialState: () => seenFrom(app.store.getInitialState(), side.store.getState()),
      subscribe: (listener) => {
        let before = getState()
        const hear = () => {
          const now = getState()
          if (now === before) return
          const was = before
          before = now
          listener(now, was)
        }
        const ends = [app.store.subscribe(hear), side.store.subscribe(hear)]
        return () => {
          for (const end of ends) end()
        }
      },
    },
    openSession: (id, projectId, lookAt = null) => {
      // Only the open chat can show a place in a conversation. A chat is never shown twice.
      if (lookAt !== null || !side.open(id, projectId)) app.openSession(id, projectId, lookAt)
    },
  }
}

function seenFrom(state: AppState, { chat }: SideState): AppState {
  return {
    ...state,
    openSession: chat?.id ?? null,
    openProject: chat?.projectId ?? state.openProject,
    lookAt: null,
    isPlain: false,
  }
}
