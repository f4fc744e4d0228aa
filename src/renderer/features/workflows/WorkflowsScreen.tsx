import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useText } from '../../messages/TextProvider.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { OtherProjectRuns, useOtherProjectRuns } from './runbar/OtherProjectRuns.tsx'
import { WorkflowsPage } from './WorkflowsPage.tsx'
import { type WorkflowsProps, WorkflowsProvider } from './workflows-context.ts'

/** The workflows of the open project: its runs, one of them in view, and the way to start another. */
export function WorkflowsScreen(props: WorkflowsProps) {
  const { app, runs } = props
  const projectId = useStore(app.store, (state) => state.openProject)
  useEffect(() => {
    app.attempt(runs.load(projectId))
  }, [app, runs, projectId])
  useEffect(() => {
    runs.look(projectId)
    return () => runs.look(null)
  }, [runs, projectId])
  if (projectId === null) {
    return (
      <WorkflowsProvider value={props}>
        <NoProject />
      </WorkflowsProvider>
    )
  }
  return (
    <WorkflowsProvider value={props}>
      <WorkflowsPage key={projectId} projectId={projectId} />
    </WorkflowsProvider>
  )
}

/** Also without a project there can be news of one. */
function NoProject() {
  const t = useText()
  const news = useOtherProjectRuns()
  return (
    <EmptyState
      icon="workflows"
      title={t('workflows.noProject')}
      action={news.length === 0 ? undefined : <OtherProjectRuns news={news} />}
    >
      {t('workflows.noProjectHint')}
    </EmptyState>
  )
}
