import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { SessionId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import type { AgentsAtWorkStore } from '../../store/agents/agents-at-work-store.ts'
import type { ChatAgentsStore } from '../../store/agents/chat-agents-store.ts'
import type { AppState } from '../../store/app-state.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { DraftStore } from '../../store/draft-store.ts'
import type { SessionState } from '../../store/session-state.ts'
import type { SessionStore } from '../../store/session-store.ts'
import type { WorkflowRunsStore } from '../../store/workflows/workflow-runs-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

export type ChatStores = {
  readonly app: AppStore
  readonly session: SessionStore
  readonly drafts: DraftStore
  /** The agents that work for the open chat. */
  readonly agents: ChatAgentsStore
  /** The running agents of all chats. */
  readonly agentsAtWork: AgentsAtWorkStore
  /** The session of the agent of the chat that is looked at. */
  readonly child: SessionStore
  /** The workflow run shown on its own screen. */
  readonly workflowRuns: WorkflowRunsStore
}

export type Chat = ChatStores & {
  readonly api: Data
  /** Shows a toast. Null where a conversation is only looked at and nothing in it can be changed. */
  readonly toast: ShowToast | null
  /** Leads to the limits of the team that a chat leads. Null where nothing leads there. */
  readonly onTeam: ((chatId: SessionId) => void) | null
}

const ChatContext = createContext<Chat | null>(null)

export const ChatProvider = ChatContext.Provider

/** The client and the stores, for everything inside the chat screen. */
export function useChat(): Chat {
  const chat = useContext(ChatContext)
  if (chat === null) throw new Error('A part of the chat is outside the chat screen.')
  return chat
}

/** The smallest slice of the open session that a component draws. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useChat().session.store, select)
}

/** The smallest slice of the app that a component draws. */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useChat().app.store, select)
}
