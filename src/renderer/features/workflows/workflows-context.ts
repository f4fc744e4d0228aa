import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { SessionId } from '#shared/ids.ts'
import { requestSubject } from '../../approvals/request-subject.ts'
import type { Data } from '../../data/data.ts'
import type { AppState } from '../../store/app-state.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { DraftStore } from '../../store/draft-store.ts'
import type { InboxStore } from '../../store/inbox-store.ts'
import type { SessionStore } from '../../store/session-store.ts'
import type { RunFormsStore } from '../../store/workflows/run-forms-store.ts'
import type { WorkflowRunsState, WorkflowRunsStore } from '../../store/workflows/workflow-runs-store.ts'
import type { WorkflowState } from '../../store/workflows/workflow-state.ts'
import type { WorkflowStore } from '../../store/workflows/workflow-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

/** Props of the workflows screen. */
export type WorkflowsProps = {
  readonly api: Data
  readonly app: AppStore
  readonly runs: WorkflowRunsStore
  /** Keeps what is typed for runs that are not started. */
  readonly forms: RunFormsStore
  /** Keeps the scripts that are written and not saved. */
  readonly drafts: DraftStore
  /** Follows the run in view, and the one it is compared with. */
  readonly run: WorkflowStore
  readonly otherRun: WorkflowStore
  /** Follows the session of the agent in view. */
  readonly agentSession: SessionStore
  /** Draws the conversation that `agentSession` holds, with what it asks. */
  readonly transcript: ReactNode
  /** Everything that waits for the person. */
  readonly inbox: InboxStore
  readonly toast: ShowToast
}

const WorkflowsContext = createContext<WorkflowsProps | null>(null)

export const WorkflowsProvider = WorkflowsContext.Provider

/** The client and the stores, for everything inside the screen of workflows. */
export function useWorkflows(): WorkflowsProps {
  const workflows = useContext(WorkflowsContext)
  if (workflows === null) throw new Error('A part of the monitor stands outside the screen of workflows.')
  return workflows
}

/** The smallest slice of the run in view that a component draws. */
export function useRun<T>(select: (state: WorkflowState) => T): T {
  return useStore(useWorkflows().run.store, select)
}

/** The smallest slice of the list of runs that a component draws. */
export function useRuns<T>(select: (state: WorkflowRunsState) => T): T {
  return useStore(useWorkflows().runs.store, select)
}

/** The smallest slice of the app that a component draws. */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useWorkflows().app.store, select)
}

/** Returns an agent's open question in one line, or null. Requests are matched by the agent's own session. */
export function useAskedBy(sessionId: SessionId | null): string | null {
  return useStore(useWorkflows().inbox.store, ({ items }) => {
    const item = sessionId === null ? undefined : items?.find((each) => each.sessionId === sessionId)
    return item === undefined ? null : requestSubject(item.ask)
  })
}
