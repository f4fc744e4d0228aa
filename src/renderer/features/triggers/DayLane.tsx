import { useText } from '../../messages/TextProvider.tsx'
import { useNow } from '../../ui/base/time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const STEPS = [0, 6, 12, 18, 24] as const

/** The hours above the lanes of the next day. */
export function LaneHead() {
  const t = useText()
  return (
    <span className="flex justify-between gap-1">
      {STEPS.map((hours) => (
        <span key={hours} className="whitespace-nowrap">
          {hours === 0 ? t('triggers.lane.now') : t('triggers.lane.hours', { hours })}
        </span>
      ))}
    </span>
  )
}

type DayLaneProps = { readonly times: readonly number[]; readonly isOn: boolean }

/** The due times of the next 24 hours on a line from left to right. */
export function DayLane({ times, isOn }: DayLaneProps) {
  const t = useText()
  const now = useNow(60_000)
  const ahead = times.filter((at) => at > now && at <= now + DAY)
  return (
    <span
      role="img"
      aria-label={t('triggers.lane.label', { count: ahead.length })}
      className="relative block h-4"
    >
      {STEPS.map((hours) => (
        <span
          key={hours}
          className="absolute inset-y-0 w-px bg-line"
          style={{ left: `${(hours / 24) * 100}%` }}
        />
      ))}
      {isOn && ahead.length === 0 ? <span className="absolute inset-x-0 top-1/2 h-px bg-line" /> : null}
      {ahead.map((at) => (
        <span
          key={at}
          className="absolute top-1 h-2 w-1.5 -translate-x-1/2 rounded-xs border border-fg-2 bg-canvas"
          style={{ left: `${((at - now) / DAY) * 100}%` }}
        />
      ))}
    </span>
  )
}
