import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { SideChat } from '#shared/session/side-chat.ts'
import type { ChatAgentsStore } from '../agents/chat-agents-store.ts'
import type { AppStore } from '../app-store.ts'
import type { SessionStore } from '../session-store.ts'
import { createSideApp } from './side-app.ts'
import type { SideState } from './side-state.ts'

type Deps = {
  readonly app: AppStore
  /** The conversation of the side, and the agents that work for it. */
  readonly session: SessionStore
  readonly agents: ChatAgentsStore
  /** The session of the agent that is looked at there. */
  readonly child: SessionStore
  /** Remembers the chat over a reload. */
  readonly kept: { readonly read: () => SideChat | null; readonly write: (chat: SideChat | null) => void }
  readonly report: (error: unknown) => void
}

/** Keeps which chat is shown beside the open one. A chat is never shown twice. */
export function createSideStore({ app, session, agents, child, kept, report }: Deps) {
  const store = createStore<SideState>(() => ({ chat: null }))

  function put(chat: SideChat | null): void {
    if (store.getState().chat?.id === chat?.id) return
    store.setState({ chat })
    kept.write(chat)
    session.open(chat?.id ?? null).catch(report)
    agents.follow(chat?.id ?? null).catch(report)
  }

  /** Shows a chat beside the open one. False: it is the open one, or no chat is open. */
  function open(id: SessionId, projectId: ProjectId | null): boolean {
    const { openSession } = app.store.getState()
    if (openSession === id || openSession === null) return false
    if (app.store.getState().surface !== 'chat') app.show('chat')
    put({ id, projectId })
    return true
  }

  app.store.subscribe(({ openSession, boot }, before) => {
    if (boot !== null && before.boot === null) {
      const chat = kept.read()
      if (chat !== null) open(chat.id, chat.projectId)
      return
    }
    // A chat that is opened in place of the other one leaves the side.
    if (openSession !== null && openSession === store.getState().chat?.id) put(null)
  })

  const view: Pick<StoreApi<SideState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return {
    store: view,
    open,
    close: (): void => put(null),
    /** A chat that was deleted leaves the side. */
    listed: (
      { id, deletedAt }: Pick<SessionListing, 'id' | 'deletedAt'>,
      op: 'updated' | 'removed',
    ): void => {
      if (id === store.getState().chat?.id && (op === 'removed' || deletedAt !== undefined)) put(null)
    },
    /** The stores of the chat of the side, in place of those of the open chat. */
    session,
    agents,
    child,
    app: createSideApp(app, { store: view, open }),
  }
}

export type SideStore = ReturnType<typeof createSideStore>
