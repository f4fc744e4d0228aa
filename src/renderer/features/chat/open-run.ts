import type { ProjectId } from '#shared/ids.ts'
import type { Chat } from './chat-context.ts'

/** Shows the run a person means in the monitor; without one, the runs of the project. */
export async function openRun(
  { api, app, workflowRuns }: Pick<Chat, 'api' | 'app' | 'workflowRuns'>,
  projectId: ProjectId | null,
  id: string | null,
): Promise<void> {
  if (id === null) {
    if (projectId === null) app.show('workflows')
    else app.showWorkflows(projectId)
    return
  }
  const run = await api.read('workflow.find', { projectId, id })
  workflowRuns.summon(run)
  app.showWorkflows(run.projectId)
}
