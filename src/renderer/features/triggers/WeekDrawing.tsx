import { useMemo } from 'react'
import type { TriggerRehearsal } from '#shared/trigger/trigger.ts'
import { useLocale, useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const HOURS = [0, 6, 12, 18, 24] as const

type WeekDrawingProps = Pick<TriggerRehearsal, 'past'>

/** Draws past start times: a row for each day of the last week, the hours of the day from left to right, in UTC. */
export function WeekDrawing({ past }: WeekDrawingProps) {
  const t = useText()
  const dayName = useDayName()
  const newest = dayOf(past.at(-1)?.at ?? 0)
  const oldest = Math.min(dayOf(past[0]?.at ?? 0), newest - 6 * DAY)
  const days = Array.from({ length: (newest - oldest) / DAY + 1 }, (_, index) => oldest + index * DAY)
  const runs = past.filter(({ would }) => would === 'run').length
  const capped = past.length - runs
  return (
    <figure className="grid gap-1 text-xs">
      <div role="img" aria-label={t('triggers.week.drawing', { runs, capped })} className="grid">
        {days.map((day) => (
          <div key={day} className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center">
            <span className="text-fg-3">{dayName(day)}</span>
            <span className="relative block h-4 border-line border-t">
              {HOURS.map((hour) => (
                <Line key={hour} hour={hour} />
              ))}
              {past
                .filter(({ at }) => dayOf(at) === day)
                .map(({ at, would }) => (
                  <span
                    key={at}
                    className={classNames(
                      'absolute top-1 h-2 w-1.5 -translate-x-1/2 rounded-xs border',
                      would === 'run' ? 'border-fg-3 bg-fg-3' : 'border-fg-3 bg-transparent',
                    )}
                    style={{ left: `${((at - day) / DAY) * 100}%` }}
                  />
                ))}
            </span>
          </div>
        ))}
        <span className="figures ml-10 flex justify-between text-fg-3">
          {HOURS.map((hour) => (
            <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
          ))}
        </span>
      </div>
      <figcaption className="flex gap-4 text-fg-3">
        <span className="flex items-center gap-1.5">
          <span className="h-2 w-1.5 rounded-xs border border-fg-3 bg-fg-3" />
          {t('triggers.week.runs', { count: runs })}
        </span>
        {capped === 0 ? null : (
          <span className="flex items-center gap-1.5">
            <span className="h-2 w-1.5 rounded-xs border border-fg-3" />
            {t('triggers.week.capped', { count: capped })}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

function Line({ hour }: { readonly hour: number }) {
  return <span className="absolute inset-y-0 w-px bg-line" style={{ left: `${(hour / 24) * 100}%` }} />
}

/** Returns the start of the UTC day of a moment. */
const dayOf = (at: number): number => Math.floor(at / DAY) * DAY

function useDayName(): (at: number) => string {
  const locale = useLocale()
  return useMemo(() => {
    const shape = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
    return (at: number) => shape.format(at)
  }, [locale])
}
