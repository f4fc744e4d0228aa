import type { ProjectId, SessionId, WorkflowRunId } from '../../ids.ts'
import type { Interaction } from './interaction.ts'

/** The parent of a requesting agent: none (a chat), a chat or a workflow run. */
export type Asker =
  | { readonly kind: 'chat' }
  | { readonly kind: 'child'; readonly parentSessionId: SessionId; readonly parentTitle: string }
  | { readonly kind: 'workflow'; readonly workflowRunId: WorkflowRunId; readonly run: string }

/** One row of the approval inbox: the request and its agent. */
export type InboxItem = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId | null
  /** The name of the chat, or of the agent as the one who started it called it. */
  readonly title: string
  readonly asker: Asker
  readonly ask: Interaction
}
