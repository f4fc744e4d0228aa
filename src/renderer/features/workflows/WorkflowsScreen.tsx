import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useText } from '../../messages/TextProvider.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { WorkflowsPage } from './WorkflowsPage.tsx'
import { type WorkflowsProps, WorkflowsProvider } from './workflows-context.ts'

/** The workflows of the open project: its runs, one of them in view, and the way to start another. */
export function WorkflowsScreen(props: WorkflowsProps) {
  const { app, runs } = props
  const t = useText()
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
      <EmptyState icon="workflows" title={t('workflows.noProject')}>
        {t('workflows.noProjectHint')}
      </EmptyState>
    )
  }
  return (
    <WorkflowsProvider value={props}>
      <WorkflowsPage key={projectId} projectId={projectId} />
    </WorkflowsProvider>
  )
}
