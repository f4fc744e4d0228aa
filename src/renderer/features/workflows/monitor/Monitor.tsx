import { type KeyboardEvent, useRef, useState } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { RunHeader } from '../header/RunHeader.tsx'
import { RunNote } from '../header/RunNote.tsx'
import { canPause, canResume, canStop, useRunActions } from '../run-actions.ts'
import { useStopOnce } from '../use-stop-once.ts'
import { KeyHints } from './KeyHints.tsx'
import { MonitorPanes } from './MonitorPanes.tsx'
import { columnOf, focusColumn } from './monitor-focus.ts'
import { commandOf, type MonitorAction, paneAction } from './monitor-keys.ts'
import { useMonitor } from './use-monitor.ts'
import { useMonitorFocus } from './use-monitor-focus.ts'

type MonitorProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  /** The focus came down from the tabs. */
  readonly entered: number
  readonly onFork: () => void
  readonly onCompare: () => void
  readonly onLaunch: () => void
}

const CAN = { resume: canResume, pause: canPause }

/** One run: its header, its timeline, its phases, its agents and the one in view. */
export function Monitor({ run, view, entered, onFork, onCompare, onLaunch }: MonitorProps) {
  const root = useRef<HTMLDivElement>(null)
  const wide = useMatches('(min-width: 1180px)')
  const actions = useRunActions(run)
  const monitor = useMonitor(view)
  const stopping = useStopOnce(actions.stop)
  const focus = useMonitorFocus(root, entered)
  const [forking, setForking] = useState(false)
  const [alone, setAlone] = useState(false)
  const [helping, setHelping] = useState(false)
  const act = (action: Exclude<MonitorAction, { does: 'row' }>) => {
    switch (action.does) {
      case 'column':
        return focusColumn(root.current, action.to)
      case 'open':
        if (monitor.agent === null && monitor.row >= 0) monitor.moveAgent(0)
        return requestAnimationFrame(() => focusColumn(root.current, 'detail'))
      case 'resume':
      case 'pause':
        return CAN[action.does](run) ? actions[action.does]() : undefined
      case 'stop':
        return canStop(run) ? stopping.press() : undefined
      case 'fork':
        return monitor.agent === null ? onFork() : setForking(true)
      case 'compare':
        return onCompare()
      case 'launch':
        return onLaunch()
      case 'filter':
        return monitor.setLook({ ...monitor.look, filtering: true })
      case 'help':
        return setHelping(!helping)
      case 'back':
        stopping.drop()
        return alone ? setAlone(false) : leaveDetail(root.current)
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const column = columnOf(event.target)
    if (column === null || event.nativeEvent.isComposing) return
    const action = column === 'elsewhere' ? commandOf(event) : paneAction(event, column)
    if (action === null || (action.does === 'back' && !stopping.asks && column !== 'detail')) return
    event.preventDefault()
    if (action.does === 'row') monitor.move(column, action.step)
    else act(action)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the panes inside take the focus, their keys meet here
    <div
      ref={root}
      {...focus}
      onKeyDown={onKeyDown}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <RunHeader
        run={run}
        view={view}
        actions={actions}
        asksStop={stopping.asks}
        onFork={onFork}
        onCompare={onCompare}
      />
      <RunNote run={run} view={view} actions={actions} asksStop={stopping.asks} />
      <MonitorPanes
        run={run}
        view={view}
        monitor={monitor}
        actions={actions}
        wide={wide}
        forking={forking}
        alone={alone}
        onForking={setForking}
        onAlone={setAlone}
        onOpenAgent={() => act({ does: 'open' })}
      />
      <KeyHints open={helping} wide={wide} onToggle={setHelping} />
    </div>
  )
}

function leaveDetail(root: HTMLElement | null): void {
  if (columnOf(document.activeElement) === 'detail') focusColumn(root, 'agents')
}
