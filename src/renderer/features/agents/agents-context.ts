import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import type { AgentPagesStore } from '../../store/agents/agent-pages-store.ts'
import type { AgentsAtWorkStore } from '../../store/agents/agents-at-work-store.ts'
import type { TeamsStore } from '../../store/agents/teams-store.ts'
import type { AppState } from '../../store/app-state.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { InboxStore } from '../../store/inbox-store.ts'
import type { WorkflowRunsStore } from '../../store/workflows/workflow-runs-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

/** Props of the agents screen. */
export type AgentsProps = {
  readonly api: Data
  readonly app: AppStore
  readonly inbox: InboxStore
  readonly runs: WorkflowRunsStore
  readonly agents: AgentsAtWorkStore
  readonly teams: TeamsStore
  readonly pages: AgentPagesStore
  /** Opens the conversation of an agent. */
  readonly onAgent: (run: AgentRun) => void
  /** Opens the limits form of the agent's chat, or of an agent in it. */
  readonly onLimits: (run: AgentRun, of: SessionId) => void
  readonly toast: ShowToast
}

const AgentsContext = createContext<AgentsProps | null>(null)

export const AgentsProvider = AgentsContext.Provider

/** The client and the stores, for everything inside the screen of agents. */
export function useAgents(): AgentsProps {
  const agents = useContext(AgentsContext)
  if (agents === null) throw new Error('A part of the cockpit stands outside the screen of agents.')
  return agents
}

/** The smallest slice of the app that a component draws. */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useAgents().app.store, select)
}
