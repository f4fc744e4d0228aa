import { type ReactNode, useState } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { type Pane, Panes } from '../../../ui/panes/Panes.tsx'
import { AgentList } from '../agents/AgentList.tsx'
import { AgentsPane } from '../agents/AgentsPane.tsx'
import { AgentDetail } from '../detail/AgentDetail.tsx'
import { RunResult } from '../detail/RunResult.tsx'
import { LogList } from '../phases/LogList.tsx'
import { PhaseList } from '../phases/PhaseList.tsx'
import { usePhaseName } from '../phases/PhaseName.tsx'
import { ALL_PHASES } from '../phases/phase-rows.ts'
import type { RunActions } from '../run-actions.ts'
import { Timeline } from '../timeline/Timeline.tsx'
import { TimelineStrip } from '../timeline/TimelineStrip.tsx'
import type { Monitor } from './use-monitor.ts'

type MonitorPanesProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly monitor: Monitor
  readonly actions: RunActions
  readonly wide: boolean
  readonly forking: boolean
  readonly onForking: (forking: boolean) => void
  /** The agent in view has the room of all panes. */
  readonly alone: boolean
  readonly onAlone: (alone: boolean) => void
  readonly onOpenAgent: () => void
}

/** Shows the panes side by side if space allows; in a narrow window the detail is below the agents. */
export function MonitorPanes(props: MonitorPanesProps) {
  const { view, monitor, wide, alone } = props
  const t = useText()
  const medium = useMatches('(min-width: 960px)')
  const phases: Pane = {
    id: 'phases',
    label: t('workflows.phases'),
    size: { min: 180, usual: wide ? 224 : 216, max: 320 },
    content: <PhasesPane view={view} monitor={monitor} />,
  }
  const agents = <Agents {...props} menu={!medium} />
  const detail = <Detail {...props} />
  if (alone && monitor.agent !== null) return <div className="min-h-0 flex-1">{detail}</div>
  const timeline = (
    <Timeline
      view={view}
      selected={monitor.agent?.agentId ?? null}
      onSelect={monitor.chooseAgent}
      folded={monitor.folded}
      onFold={monitor.fold}
    />
  )
  const parts = { view, phases, agents, detail, timeline }
  return wide ? <Wide {...parts} /> : <Narrow {...parts} medium={medium} />
}

type PartsProps = {
  readonly view: WorkflowView
  readonly phases: Pane
  readonly agents: ReactNode
  readonly detail: ReactNode
  readonly timeline: ReactNode
}

/** The timeline over the three panes. */
function Wide({ phases, agents, detail, timeline }: PartsProps) {
  const t = useText()
  const side: readonly Pane[] = [
    phases,
    {
      id: 'agents',
      label: t('workflows.agents'),
      size: { min: 440, usual: 528, max: 760 },
      content: agents,
    },
    { id: 'detail', label: t('workflows.detail'), min: 400, content: detail },
  ]
  return (
    <Panes
      name="workflows.rows"
      orientation="vertical"
      className="min-h-0 flex-1"
      panes={[
        {
          id: 'timeline',
          label: t('workflows.timeline'),
          size: { min: 96, usual: 192, max: 320 },
          content: timeline,
        },
        {
          id: 'panes',
          label: t('workflows.agents'),
          min: 240,
          content: <Panes name="workflows" panes={side} className="h-full" />,
        },
      ]}
    />
  )
}

/** The detail under the agents, the timeline folded to a strip. */
function Narrow({ view, phases, agents, detail, timeline, medium }: PartsProps & { medium: boolean }) {
  const t = useText()
  const [unfolded, setUnfolded] = useState(false)
  const stacked: readonly Pane[] = [
    { id: 'agents', label: t('workflows.agents'), min: 140, content: agents },
    { id: 'detail', label: t('workflows.detail'), size: { min: 160, usual: 304, max: 560 }, content: detail },
  ]
  const work: Pane = {
    id: 'work',
    label: t('workflows.agents'),
    min: 400,
    content: <Panes name="workflows.stack" orientation="vertical" panes={stacked} className="h-full" />,
  }
  return (
    <>
      <TimelineStrip view={view} open={unfolded} onToggle={() => setUnfolded(!unfolded)} />
      {unfolded ? <div className="h-44 shrink-0 border-line border-b">{timeline}</div> : null}
      <Panes name="workflows.narrow" panes={medium ? [phases, work] : [work]} className="min-h-0 flex-1" />
    </>
  )
}

function PhasesPane({ view, monitor }: Pick<MonitorPanesProps, 'view' | 'monitor'>) {
  const t = useText()
  return (
    <section data-pane data-column="phases" aria-labelledby="phases-title" className="pane h-full bg-canvas">
      <div id="phases-title" className="contents">
        <PaneHead title={t('workflows.phases')} />
      </div>
      <PhaseList rows={monitor.phases} selected={monitor.phase.key} onSelect={monitor.choosePhase} />
      <LogList view={view} />
    </section>
  )
}

type AgentsProps = MonitorPanesProps & { readonly menu: boolean }

function Agents({ monitor, menu, onOpenAgent }: AgentsProps) {
  const t = useText()
  const nameOf = usePhaseName()
  const { look, agents, phase } = monitor
  const empty =
    agents.length > 0
      ? null
      : look.query.trim() === ''
        ? t('workflows.agents.none')
        : t('workflows.agents.noneMatch', { query: look.query })
  return (
    <AgentsPane
      count={agents.length}
      phase={phase.key === ALL_PHASES ? null : nameOf(phase)}
      look={look}
      onLook={monitor.setLook}
      empty={empty}
      phaseMenu={
        menu ? (
          <Select
            look="pick"
            label={t('workflows.phases')}
            value={phase.key}
            onChange={monitor.choosePhase}
            groups={[
              { title: null, options: monitor.phases.map((row) => ({ value: row.key, label: nameOf(row) })) },
            ]}
          />
        ) : null
      }
    >
      <AgentList
        agents={agents}
        row={monitor.row}
        selected={monitor.agent?.agentId ?? null}
        moves={monitor.moves}
        onSelect={monitor.chooseAgent}
        onOpen={onOpenAgent}
      />
    </AgentsPane>
  )
}

function Detail(props: MonitorPanesProps) {
  const { run, view, monitor, actions, wide, forking, onForking, alone, onAlone } = props
  const t = useText()
  const { agent } = monitor
  return (
    <section
      aria-label={t('workflows.detail')}
      data-pane
      data-column="detail"
      tabIndex={-1}
      className="pane h-full bg-canvas outline-none"
    >
      {agent === null ? (
        <RunResult view={view} />
      ) : (
        <AgentDetail
          key={`${run.id}/${run.attempt}/${agent.agentId}`}
          run={run}
          agent={agent}
          actions={actions}
          wide={wide}
          forking={forking}
          onForking={onForking}
          alone={alone}
          onAlone={() => onAlone(!alone)}
        />
      )}
    </section>
  )
}
