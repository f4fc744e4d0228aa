import { useText } from '../../../messages/TextProvider.tsx'
import { clockText } from '../../../ui/base/time.ts'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { labelParts, markOf } from '../agents/agent-rows.ts'
import { useDurationText } from '../duration-text.ts'
import { type Chart, rowTop, xOf } from './draw-timeline.ts'
import type { Bar } from './timeline-lanes.ts'

type TimelineTipProps = { readonly bar: Bar; readonly chart: Chart; readonly laneIndex: number }

/** Shows the details of the hovered or focused bar. */
export function TimelineTip({ bar, chart, laneIndex }: TimelineTipProps) {
  const t = useText()
  const durationText = useDurationText()
  const word = t(`workflows.word.${bar.word}`)
  const to = bar.to ?? chart.now
  const x = Math.max(0, Math.min(chart.width - 300, xOf(bar.from, chart) + 4))
  return (
    <div
      role="status"
      className="figures pointer-events-none absolute z-(--z-popover) flex max-w-[300px] items-center gap-1.5 whitespace-nowrap rounded-md bg-overlay px-2 py-1.5 text-xs shadow-pop"
      style={{ left: x, top: rowTop(bar.row, Math.max(0, laneIndex)) + 12 }}
    >
      <Mark state={markOf(bar.word)} label={word} />
      <b className="truncate font-medium">{labelParts(bar.label).name}</b>
      <span className="text-fg-3">
        {t('workflows.timeline.bar', {
          from: clockText(bar.from),
          to: clockText(to),
          took: durationText(to - bar.from),
          word,
        })}
      </span>
    </div>
  )
}
