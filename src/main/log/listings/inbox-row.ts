import type { ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { Asker, InboxItem } from '#shared/session/interactions/inbox.ts'
import { Interaction } from '#shared/session/interactions/interaction.ts'

/** Table data of one pending request. */
export type InboxRow = {
  readonly id: string
  readonly session_id: string
  readonly record: string
  readonly project_id: string | null
  readonly title: string | null
  /** The parent session; null for a chat. */
  readonly parent_id: string | null
  readonly parent_title: string | null
  /** The run behind the parent, or null when that is none. */
  readonly workflow_run_id: string | null
}

/** The line of a request, or null when what is stored of it cannot be read. */
export function inboxItemOf(row: InboxRow): InboxItem | null {
  const ask = Interaction.safeParse(JSON.parse(row.record))
  if (!ask.success) return null
  return {
    sessionId: row.session_id as SessionId,
    projectId: row.project_id as ProjectId | null,
    title: row.title ?? '',
    asker: askerOf(row),
    ask: ask.data,
  }
}

function askerOf({ parent_id, parent_title, workflow_run_id }: InboxRow): Asker {
  if (parent_id === null) return { kind: 'chat' }
  if (workflow_run_id === null) {
    return { kind: 'child', parentSessionId: parent_id as SessionId, parentTitle: parent_title ?? '' }
  }
  return { kind: 'workflow', workflowRunId: workflow_run_id as WorkflowRunId, run: parent_title ?? '' }
}
