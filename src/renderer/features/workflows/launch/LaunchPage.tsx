import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useMemo } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { SavedWorkflow, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { LaunchSubject } from '../../../store/workflows/run-forms-store.ts'
import { SlotFill } from '../../../ui/base/Slot.tsx'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { type Pane, Panes } from '../../../ui/panes/Panes.tsx'
import { useRuns, useWorkflows } from '../workflows-context.ts'
import { AgentPermissions } from './AgentPermissions.tsx'
import { EstimatePane } from './EstimatePane.tsx'
import { estimateOf } from './estimate.ts'
import { LaunchFoot, LaunchForm } from './LaunchForm.tsx'
import { formKey } from './launch-state.ts'
import { SavedPane } from './SavedPane.tsx'
import { ScriptPane } from './script/ScriptPane.tsx'
import { useLaunch } from './use-launch.ts'

type LaunchPageProps = {
  readonly projectId: ProjectId
  readonly subject: LaunchSubject
  readonly saved: readonly SavedWorkflow[]
  /** The unsaved script; empty for none. */
  readonly unsaved: string
  readonly onScript: (script: string) => void
  readonly onSaved: ComponentProps<typeof ScriptPane>['onSaved']
  readonly onSubject: (subject: LaunchSubject) => void
  /** Called when the typed values are discarded. */
  readonly onReset: () => void
  readonly onStarted: (run: WorkflowRunListing) => void
  readonly onCancel: () => void
}

/** Chooses, fills in and starts a workflow. Give it a new key for another saved workflow. */
export function LaunchPage(props: LaunchPageProps) {
  const { projectId, subject, saved, unsaved, onScript, onSaved, onSubject, onStarted } = props
  const t = useText()
  const wide = useMatches('(min-width: 1180px)')
  const medium = useMatches('(min-width: 960px)')
  const launch = useLaunch(subject, formKey(projectId, subject), saved, onStarted)
  const runs = useRuns((state) => state.runs)
  const { api, app } = useWorkflows()
  useEffect(() => app.attempt(api.command('workflow.warm', {})), [api, app])
  const { name } = launch
  const estimate = useMemo(() => (name === null ? null : estimateOf(name, runs ?? [])), [name, runs])
  const writes = subject.kind !== 'saved'
  const script = (
    <ScriptPane
      launch={launch}
      saved={saved}
      onScript={writes ? onScript : null}
      onSaved={onSaved}
      onEditCopy={() => onSubject({ kind: 'script', script: launch.script })}
    />
  )
  const estimatePane = (
    <>
      <EstimatePane estimate={estimate} limits={launch.limits} />
      <AgentPermissions script={launch.script} limits={launch.limits} />
    </>
  )
  const form = (
    <LaunchForm subject={subject} launch={launch} onReset={props.onReset}>
      {wide || writes ? null : (
        <div className="-mx-4 border-line border-t">
          {estimatePane}
          <div className="flex h-88">{script}</div>
        </div>
      )}
    </LaunchForm>
  )
  const foot = <LaunchFoot subject={subject} launch={launch} onCancel={props.onCancel} />
  const list: Pane = {
    id: 'saved',
    label: t('workflows.savedList'),
    size: { min: 240, usual: 288, max: 360 },
    content: <SavedPane saved={saved} unsaved={unsaved} subject={subject} onSubject={onSubject} />,
  }
  const middle = (
    <section aria-label={t('workflows.runWorkflow')} data-pane className="pane h-full bg-canvas">
      {writes ? script : form}
      {writes && !wide ? <Below>{form}</Below> : null}
      {foot}
    </section>
  )
  const right = (
    <aside aria-label={t('workflows.launch.estimate')} data-pane className="pane h-full bg-side">
      {writes ? form : estimatePane}
      {writes ? <div className="border-line border-t">{estimatePane}</div> : script}
    </aside>
  )
  const panes: readonly Pane[] = [
    ...(medium ? [list] : []),
    { id: 'form', label: t('workflows.runWorkflow'), min: 480, content: middle },
    ...(wide
      ? [
          {
            id: 'estimate',
            label: t('workflows.launch.estimate'),
            size: { min: 340, usual: writes ? 480 : 408, max: 640 },
            content: right,
          },
        ]
      : []),
  ]
  return (
    <div onKeyDownCapture={startKey(launch.start)} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <SlotFill name="crumbs">{t('workflows.newRun')}</SlotFill>
      <Panes
        name={wide ? `launch.${writes ? 'write' : 'form'}` : 'launch.narrow'}
        panes={panes}
        className="min-h-0 flex-1"
      />
    </div>
  )
}

function startKey(start: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    start()
  }
}

/** Under the script that is written, in a narrow window, what a wide one has on the right. */
function Below({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <section
      aria-label={t('workflows.launch.limits')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit scrolls by keyboard
      tabIndex={0}
      className="max-h-[45%] overflow-y-auto border-line border-t focus-visible:outline-offset-[-2px]"
    >
      {children}
    </section>
  )
}
