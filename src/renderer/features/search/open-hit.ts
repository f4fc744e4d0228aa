import type { SearchHit } from '#shared/search/search.ts'
import type { Data } from '../../data/data.ts'
import type { ChatAgentsStore } from '../../store/agents/chat-agents-store.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { WorkflowRunsStore } from '../../store/workflows/workflow-runs-store.ts'

type Stores = {
  readonly api: Data
  readonly app: AppStore
  readonly agents: Pick<ChatAgentsStore, 'view'>
  readonly workflowRuns: Pick<WorkflowRunsStore, 'summon'>
}

/** Opens what was found at its place: a chat, an agent that worked for one, or an agent of a workflow in its run. */
export function openHit({ api, app, agents, workflowRuns }: Stores, hit: SearchHit, query: string): void {
  const { sessionId, projectId, eventId, within } = hit
  const place = eventId === null ? null : { sessionId, eventId, query }
  if (within !== null && within.workflowRunId !== null) {
    const found = api.read('workflow.find', { projectId, id: within.workflowRunId })
    const show = found.then((run) => {
      workflowRuns.summon(run)
      app.showWorkflows(run.projectId, place)
    })
    app.attempt(show)
    return
  }
  app.openSession(within?.sessionId ?? sessionId, projectId, place)
  agents.view(within === null ? null : sessionId)
}
