import type { Data } from './data/data.ts'
import type { Toasts } from './shell/banners/toasts.ts'
import type { AgentPagesStore } from './store/agents/agent-pages-store.ts'
import type { AgentsAtWorkStore } from './store/agents/agents-at-work-store.ts'
import type { ChatAgentsStore } from './store/agents/chat-agents-store.ts'
import type { TeamsStore } from './store/agents/teams-store.ts'
import type { AppStore } from './store/app-store.ts'
import type { DraftStore } from './store/draft-store.ts'
import type { FilesStore } from './store/files-store.ts'
import type { InboxStore } from './store/inbox-store.ts'
import type { ReviewStore } from './store/review-store.ts'
import type { SessionStore } from './store/session-store.ts'
import type { SideStore } from './store/side/side-store.ts'
import type { TerminalsStore } from './store/terminals-store.ts'
import type { RunFormsStore } from './store/workflows/run-forms-store.ts'
import type { WorkflowRunsStore } from './store/workflows/workflow-runs-store.ts'
import type { WorkflowStore } from './store/workflows/workflow-store.ts'

/** Everything the window mirrors of main, one store a noun. */
export type Stores = {
  readonly app: AppStore
  readonly session: SessionStore
  readonly drafts: DraftStore
  readonly toasts: Toasts
  readonly inbox: InboxStore
  readonly workflowRuns: WorkflowRunsStore
  /** The form fields of unstarted workflow runs. */
  readonly runForms: RunFormsStore
  /** The workflow run in view, and the one it is compared with. */
  readonly workflow: WorkflowStore
  readonly otherWorkflow: WorkflowStore
  /** The agents that work for the open chat, and the session of the one that is looked at. */
  readonly agents: ChatAgentsStore
  /** The agents of every chat. */
  readonly agentsAtWork: AgentsAtWorkStore
  /** The current agents page and unsaved edits. */
  readonly agentPages: AgentPagesStore
  readonly child: SessionStore
  /** The chat beside the open one, with stores of its own. */
  readonly side: SideStore
  readonly teams: TeamsStore
  readonly terminals: TerminalsStore
  /** The files that the viewer shows, by project. */
  readonly files: FilesStore
  /** The reviews of changes, by project. */
  readonly reviews: ReviewStore
  /** The session of the workflow agent in view. */
  readonly agentSession: SessionStore
}

export type AppProps = {
  readonly api: Data
  readonly stores: Stores
  readonly report: (error: unknown) => void
}
