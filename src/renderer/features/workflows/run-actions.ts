import { useMemo } from 'react'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useWorkflows } from './workflows-context.ts'

/** A ceiling that is higher than before. */
type Raised = { readonly budget?: number; readonly budgetUsd?: number }

export type RunActions = {
  readonly stop: () => void
  /** Pauses the run once its running agents finish. No further agent starts. */
  readonly pause: () => void
  /** With a new ceiling, if one is given. */
  readonly resume: (raised?: Raised) => void
  readonly exportRun: () => void
  readonly openChat: (() => void) | null
  readonly stopAgent: (agentId: number) => void
  readonly skipAgent: (agentId: number) => void
  readonly retryAgent: (agentId: number) => void
  readonly forkPrompt: (agentId: number, text: string, reuseEdits: boolean) => Promise<void>
}

export const canStop = (run: WorkflowRunListing): boolean => run.state === 'running' || run.state === 'paused'

export const canPause = (run: WorkflowRunListing): boolean => run.state === 'running' && !run.pausing

export const canResume = (run: WorkflowRunListing): boolean => run.state !== 'running' && run.state !== 'done'

/** Returns the person's actions on a run. A failure becomes a notice. */
export function useRunActions(run: WorkflowRunListing): RunActions {
  const t = useText()
  const { api, app, runs, toast } = useWorkflows()
  return useMemo(() => {
    const { id: workflowRunId, launcherSessionId, projectId } = run
    const ofAgent = (call: 'workflow.stopAgent' | 'workflow.skipAgent' | 'workflow.retryAgent') => {
      return (agentId: number) => app.attempt(api.command(call, { workflowRunId, agentId }))
    }
    const resume = async (raised: Raised = {}) => {
      runs.listed(await api.command('workflow.resume', { workflowRunId, ...raised }))
    }
    const exportRun = async () => {
      const path = await api.command('workflow.export', { workflowRunId })
      toast({ mark: 'done', text: t('workflows.exported', { path }), seconds: 8 })
    }
    return {
      stop: () => app.attempt(api.command('workflow.stop', { workflowRunId })),
      pause: () => app.attempt(api.command('workflow.pause', { workflowRunId })),
      resume: (raised) => app.attempt(resume(raised)),
      exportRun: () => app.attempt(exportRun()),
      openChat: launcherSessionId === null ? null : () => app.openSession(launcherSessionId, projectId),
      stopAgent: ofAgent('workflow.stopAgent'),
      skipAgent: ofAgent('workflow.skipAgent'),
      retryAgent: ofAgent('workflow.retryAgent'),
      forkPrompt: async (agentId, text, reuseEdits) => {
        const prompt = { agentId, text }
        const fork = await api.command('workflow.fork', { workflowRunId, prompt, reuseEdits })
        runs.show(fork)
      },
    }
  }, [run, api, app, runs, toast, t])
}
