import type { ReactNode } from 'react'
import { EMPTY_WORKFLOW } from '#shared/workflow/fold-workflow.ts'
import type { SavedWorkflow, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ComparePage } from '../compare/ComparePage.tsx'
import { NamedWorkflows } from '../NamedWorkflows.tsx'
import { useRun, useRuns, useWorkflows } from '../workflows-context.ts'
import { Monitor } from './Monitor.tsx'

type RunInViewProps = {
  readonly run: WorkflowRunListing | null
  readonly comparing: boolean
  readonly entered: number
  /** Workflows to start while there is no run. */
  readonly saved: readonly SavedWorkflow[]
  readonly onLaunchSaved: (key: string) => void
  readonly onLaunch: () => void
  readonly onFork: (run: WorkflowRunListing) => void
  readonly onCompare: (comparing: boolean) => void
}

/** The run that was chosen, or why there is none to show. */
export function RunInView({
  run,
  comparing,
  entered,
  saved,
  onLaunchSaved,
  onLaunch,
  onFork,
  onCompare,
}: RunInViewProps): ReactNode {
  const t = useText()
  const { app, runs, run: followed } = useWorkflows()
  const known = useRuns((state) => state.runs !== null)
  const listProblem = useRuns((state) => state.problem)
  const projectId = useRuns((state) => state.projectId)
  const sessionId = useRun((state) => state.sessionId)
  const problem = useRun((state) => state.problem)
  const view = useRun((state) => state.view)
  if (listProblem !== null && !known) {
    return (
      <div className="p-8">
        <Failure message={listProblem.message} onRetry={() => app.attempt(runs.load(projectId))} />
      </div>
    )
  }
  if (!known) return <Waiting />
  if (run === null) {
    return (
      <EmptyState
        icon="workflows"
        title={t('workflows.empty')}
        action={
          <Button look="primary" icon="play" autoFocus onClick={onLaunch}>
            {t('workflows.runWorkflow')}
          </Button>
        }
      >
        <p>{t('workflows.emptyHint')}</p>
        <NamedWorkflows saved={saved} onLaunch={onLaunchSaved} />
        <p className="text-fg-3 text-xs">{t('workflows.scriptsHint')}</p>
      </EmptyState>
    )
  }
  if (problem !== null) {
    return (
      <div className="p-8">
        <Failure message={problem.message} onRetry={() => app.attempt(followed.retry())} />
      </div>
    )
  }
  if (sessionId !== run.sessionId) return <Waiting />
  const shown = view ?? EMPTY_WORKFLOW
  if (comparing) return <ComparePage run={run} view={shown} onBack={() => onCompare(false)} />
  return (
    <Monitor
      key={run.id}
      run={run}
      view={shown}
      entered={entered}
      onFork={() => onFork(run)}
      onCompare={() => onCompare(true)}
      onLaunch={onLaunch}
    />
  )
}

function Waiting() {
  return (
    <div className="p-8">
      <Placeholder rows={8} rowHeight={40} />
    </div>
  )
}
