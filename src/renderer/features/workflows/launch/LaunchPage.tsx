import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { SavedWorkflow, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { type Pane, Panes } from '../../../ui/Panes.tsx'
import { SlotFill } from '../../../ui/Slot.tsx'
import { useMatches } from '../../../ui/use-matches.ts'
import type { WrittenScript } from '../use-written-script.ts'
import { useRuns, useWorkflows } from '../workflows-context.ts'
import { AgentsMayDo } from './AgentsMayDo.tsx'
import { EstimatePane } from './EstimatePane.tsx'
import { estimateOf } from './estimate.ts'
import { LaunchFoot, LaunchForm } from './LaunchForm.tsx'
import type { LaunchSubject } from './launch-state.ts'
import { budgetOf, warnOf } from './limits.ts'
import { SavedPane } from './SavedPane.tsx'
import { ScriptPane } from './ScriptPane.tsx'
import { useLaunch } from './use-launch.ts'

type LaunchPageProps = {
  readonly first: LaunchSubject
  readonly saved: readonly SavedWorkflow[]
  readonly written: WrittenScript
  readonly onSubject: (subject: LaunchSubject) => void
  readonly onStarted: (run: WorkflowRunListing) => void
  readonly onCancel: () => void
}

/** Chooses, fills in and starts a workflow. Give it a new key for another saved workflow. */
export function LaunchPage(props: LaunchPageProps) {
  const { first, saved, written, onSubject, onStarted, onCancel } = props
  const t = useText()
  const wide = useMatches('(min-width: 1180px)')
  const medium = useMatches('(min-width: 960px)')
  const { subject, write } = useSubject(first, written)
  const launch = useLaunch(subject, saved, onStarted)
  const runs = useRuns((state) => state.runs)
  const { api, app } = useWorkflows()
  useEffect(() => app.attempt(api.call('workflow.warm', {})), [api, app])
  const { name } = launch
  const estimate = useMemo(() => (name === null ? null : estimateOf(name, runs ?? [])), [name, runs])
  const writes = subject.kind !== 'saved'
  const script = (
    <ScriptPane
      launch={launch}
      saved={saved}
      onScript={writes ? write : null}
      onSaved={written.saved}
      onEditCopy={() => onSubject({ kind: 'script', script: launch.script })}
    />
  )
  const budget = budgetOf(launch.limits) ?? null
  const estimatePane = (
    <>
      <EstimatePane estimate={estimate} budget={budget} warn={warnOf(launch.limits) ?? null} />
      <AgentsMayDo script={launch.script} limits={launch.limits} />
    </>
  )
  const form = (
    <LaunchForm subject={subject} launch={launch}>
      {wide || writes ? null : <div className="-mx-4 border-line border-t">{estimatePane}</div>}
    </LaunchForm>
  )
  const foot = <LaunchFoot subject={subject} launch={launch} onCancel={onCancel} />
  const list: Pane = {
    id: 'saved',
    label: t('workflows.savedList'),
    size: { min: 240, usual: 288, max: 360 },
    content: <SavedPane saved={saved} unsaved={written.text} subject={subject} onSubject={onSubject} />,
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

/** What the page is about. A new script is kept while it is written. */
function useSubject(first: LaunchSubject, written: WrittenScript) {
  const [subject, setSubject] = useState(first)
  const write = (script: string) => {
    if (subject.kind === 'saved') return
    setSubject({ ...subject, script })
    if (subject.kind === 'script') written.keep(script)
  }
  return { subject, write }
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
