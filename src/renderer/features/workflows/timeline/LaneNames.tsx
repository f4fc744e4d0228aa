import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { PhaseName } from '../phases/PhaseName.tsx'
import { chartHeight, laneHeight, rowTop } from './draw-timeline.ts'
import type { Lane } from './timeline-lanes.ts'

type LaneNamesProps = {
  readonly lanes: readonly Lane[]
  readonly onFold: (group: string) => void
}

/**
 * Shows the names of the lanes. For screen readers the chart has them; the first of a nested workflow folds
 * it.
 */
export function LaneNames({ lanes, onFold }: LaneNamesProps) {
  const last = lanes.at(-1)
  const height = last === undefined ? 0 : chartHeight(lanes)
  return (
    <div className="relative text-fg-2 text-xs" style={{ height }}>
      {lanes.map((lane, index) => (
        <div
          key={lane.key}
          className="absolute inset-x-0 grid pr-2 leading-4"
          style={{ top: rowTop(lane.firstRow, index) + Math.min(0, laneHeight(lane) / 2 - 8) }}
        >
          {lane.fold === null || lane.group === null ? (
            <span aria-hidden="true" className="grid">
              <PhaseName phase={lane} />
            </span>
          ) : (
            <FoldButton lane={lane} group={lane.group} onFold={onFold} />
          )}
        </div>
      ))}
    </div>
  )
}

type FoldButtonProps = Pick<LaneNamesProps, 'onFold'> & { readonly lane: Lane; readonly group: string }

function FoldButton({ lane, group, onFold }: FoldButtonProps) {
  const t = useText()
  const open = lane.fold === 'open'
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-description={t('workflows.timeline.group', { name: group })}
      onClick={() => onFold(group)}
      className="-ml-1 flex h-4 min-w-0 items-center gap-1 rounded-sm text-left hover:text-fg focus-visible:outline-offset-[-1px]"
    >
      <Icon name={open ? 'down' : 'right'} size="xs" className="shrink-0 text-fg-3" />
      <span className="grid min-w-0 grow">
        <PhaseName phase={lane} />
      </span>
    </button>
  )
}
