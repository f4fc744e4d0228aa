import { useEffect, useMemo, useRef } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { DrawnText } from '../../../ui/text/DrawnText.tsx'
import { elapsedOf } from '../run-figures.ts'
import { workTimeOf } from '../work-time.ts'
import { useTimelineColours } from './timeline-colours.ts'
import { lanesOf } from './timeline-lanes.ts'
import { wholeSpan } from './timeline-scale.ts'

type TimelineStripProps = {
  readonly view: WorkflowView
  readonly open: boolean
  readonly onToggle: () => void
}

/** The timeline of a narrow window, folded to two rows; it opens under itself. */
export function TimelineStrip({ view, open, onToggle }: TimelineStripProps) {
  const t = useText()
  const moment = useNow(view.state === 'running' ? 1_000 : 3_600_000)
  const now = view.startedAt === null ? 0 : workTimeOf(view).placeOf(view.endedAt ?? moment)
  return (
    <button
      type="button"
      data-pane
      aria-expanded={open}
      aria-label={t(open ? 'workflows.timeline.hide' : 'workflows.timeline.show')}
      onClick={onToggle}
      className="flex h-8 w-full shrink-0 items-center gap-2 border-line border-b pr-3 pl-4 focus-visible:outline-offset-[-2px]"
    >
      <Icon name={open ? 'down' : 'right'} size="xs" className="text-fg-3" />
      <span className="w-18 text-left font-semibold text-fg-2 text-sm">{t('workflows.timeline')}</span>
      {open ? <span className="grow" /> : <Strip view={view} now={now} />}
      <DrawnText text={clockText(elapsedOf(view, moment))} className="figures text-fg-3 text-xs" />
    </button>
  )
}

function Strip({ view, now }: { view: WorkflowView; now: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width } = useSize(canvas)
  const colours = useTimelineColours()
  const lanes = useMemo(() => lanesOf(view), [view])
  useEffect(() => {
    const target = canvas.current
    const context = target?.getContext('2d')
    if (target === null || context === null || context === undefined || width === 0) return
    target.width = Math.round(width * devicePixelRatio)
    target.height = Math.round(12 * devicePixelRatio)
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    const span = wholeSpan(now)
    for (const lane of lanes) {
      for (const bar of lane.bars) {
        const left = (bar.from / span) * width
        const right = ((bar.to ?? now) / span) * width
        context.fillStyle =
          bar.word === 'running'
            ? colours.live
            : bar.word === 'waiting'
              ? colours.wait
              : bar.word === 'dead'
                ? colours.dead
                : colours.bar
        context.fillRect(left, bar.row % 2 === 0 ? 1 : 7, Math.max(1, right - left - 1), 4)
      }
    }
  }, [lanes, now, width, colours])
  return <canvas ref={canvas} className="h-3 min-w-0 grow" />
}
