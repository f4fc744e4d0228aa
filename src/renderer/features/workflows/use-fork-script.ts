import type { WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunDetail, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { LaunchSubject } from '../../store/workflows/run-forms-store.ts'
import { useWorkflows } from './workflows-context.ts'

type ForkSubject = Extract<LaunchSubject, { kind: 'fork' }>

const keyOf = (id: WorkflowRunId) => `script:${id}` as const

/** Returns the store of an unstarted fork's edited script. Main persists it, like any edited script. */
export function useForkScript() {
  const { api, drafts } = useWorkflows()
  return {
    /** The run as it is forked, with what was changed of its script before. */
    open: async (run: WorkflowRunListing): Promise<ForkSubject> => {
      const key = keyOf(run.id)
      const [detail] = await Promise.all([
        api.read('workflow.get', { workflowRunId: run.id }),
        drafts.load(key),
      ])
      const kept = drafts.of(key).text
      return { kind: 'fork', run: detail, script: kept === '' ? detail.script : kept }
    },
    keep: ({ id, script: before }: WorkflowRunDetail, script: string): void =>
      drafts.setText(keyOf(id), script === before ? '' : script),
    forget: ({ id }: WorkflowRunDetail): void => {
      drafts.setText(keyOf(id), '')
      drafts.save(keyOf(id))
    },
  }
}
