import { memo, useMemo } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNow } from '../../../ui/base/time.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useSettled } from '../use-settled.ts'
import { workTimeOf } from '../work-time.ts'
import { criticalPath } from './critical-path.ts'
import { GapLegend } from './GapLegend.tsx'
import { TimelineChart } from './TimelineChart.tsx'
import { lanesOf } from './timeline-lanes.ts'
import { useTimelineWindow } from './timeline-window.ts'

type TimelineProps = {
  readonly view: WorkflowView
  readonly selected: number | null
  readonly onSelect: (agentId: number) => void
  /** The nested workflows that are folded, by their names. */
  readonly folded: ReadonlySet<string>
  readonly onFold: (group: string) => void
}

/** Shows each agent's active time in lanes, with the critical path of the run. */
export function Timeline(props: TimelineProps) {
  const { view } = props
  return <Lanes {...props} view={useSettled(view, view.agents.length > MANY ? CALM_MS : QUICK_MS)} />
}

/** Bars move too little to be drawn again with every event of a large run. */
const MANY = 200
const CALM_MS = 1_000
const QUICK_MS = 100

const Lanes = memo(({ view, selected, onSelect, folded, onFold }: TimelineProps) => {
  const t = useText()
  const now = useRunClock(view)
  const lanes = useMemo(() => lanesOf(view, folded), [view, folded])
  const { gaps } = useMemo(() => workTimeOf(view), [view])
  const window = useTimelineWindow(now)
  const critical = useMemo(() => {
    const bars = lanes.flatMap((lane) => lane.bars)
    return criticalPath(bars, now)
  }, [lanes, now])
  const started = lanes.some((lane) => lane.bars.length > 0)
  return (
    <section data-pane className="pane h-full bg-canvas">
      <div className="flex h-8 shrink-0 items-center gap-2 pr-2 pl-4">
        <h2 className="pane-title font-semibold text-fg-2 text-sm">{t('workflows.timeline')}</h2>
        <span className="ml-2 inline-flex items-center gap-1.5 text-fg-3 text-xs">
          <svg width="16" height="8" aria-hidden="true">
            <rect y="2" width="16" height="6" rx="2" className="fill-bar" />
            <line x1="0" x2="16" y1="1" y2="1" className="stroke-[1.5] stroke-bar-line" />
          </svg>
          {t('workflows.timeline.critical')}
        </span>
        <GapLegend gaps={gaps} />
        <span className="grow" />
        <IconButton
          icon="minus"
          size="small"
          label={t('workflows.timeline.zoomOut')}
          onClick={() => window.zoom(1 / 1.6)}
        />
        <IconButton icon="fit" size="small" label={t('workflows.timeline.fit')} onClick={window.fit} />
        <IconButton
          icon="plus"
          size="small"
          label={t('workflows.timeline.zoomIn')}
          onClick={() => window.zoom(1.6)}
        />
      </div>
      {started ? (
        <TimelineChart
          lanes={lanes}
          critical={critical}
          gaps={gaps}
          now={now}
          live={view.state === 'running'}
          window={window}
          selected={selected}
          onSelect={onSelect}
          onFold={onFold}
        />
      ) : (
        <figure aria-label={t('workflows.timeline')} className="px-4 text-fg-3 text-sm">
          {t('workflows.timeline.empty')}
        </figure>
      )}
    </section>
  )
})
Lanes.displayName = 'Lanes'

/** Returns the run's position on the timeline; it stops with the run. */
function useRunClock(view: WorkflowView): number {
  const now = useNow(view.state === 'running' ? 1_000 : 3_600_000)
  if (view.startedAt === null) return 0
  return workTimeOf(view).placeOf(view.endedAt ?? Math.max(now, newestMoment(view)))
}

/** A bar that began after the last look at the clock would end before it starts. */
function newestMoment(view: WorkflowView): number {
  return view.agents.reduce((newest, agent) => Math.max(newest, agent.startedAt ?? 0, agent.endedAt ?? 0), 0)
}
