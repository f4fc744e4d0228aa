import { useEffect, useId, useRef } from 'react'
import type { Effort } from '#shared/model/efforts.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Slider } from '../../../ui/controls/Slider.tsx'
import { EffortRipple } from './EffortRipple.tsx'
import type { EffortStop } from './effort-stops.ts'
import { StopName } from './StopName.tsx'

/** The stops of the panel, the place of the cursor among them and the effort that is sent now. */
export type EffortChoice = {
  readonly stops: readonly EffortStop[]
  readonly at: number
  readonly sent: Effort | null
  readonly onChange: (at: number) => void
}

/** Shows the stops side by side on a slider, the faster ones first. */
export function EffortSlider({ stops, at, sent, onChange }: EffortChoice) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const chosen = stops[at]
  const last = Math.max(1, stops.length - 1)
  // As the slider does: the middle of its knob stays 8 pixels away from both ends.
  const share = (place: number) => `calc(8px + ${place / last} * (100% - 16px))`
  const knob = () => {
    const track = box.current?.querySelector('input')
    if (track === null || track === undefined) return { x: 0, y: 0 }
    const x = track.offsetLeft + 8 + (at / last) * (track.offsetWidth - 16)
    return { x, y: track.offsetTop + track.offsetHeight / 2 }
  }
  return (
    <div ref={box} className="relative grid gap-1">
      {chosen === 'ultracode' ? <EffortRipple at={knob} /> : null}
      <div aria-hidden="true" className="flex justify-between text-fg-3 text-xs">
        <span>{t('settings.effort.faster')}</span>
        <span>{t('settings.effort.smarter')}</span>
      </div>
      <label htmlFor={id} className="unseen">
        {t('chat.effort')}
      </label>
      <Slider
        id={id}
        min={0}
        max={last}
        value={at}
        words={chosen === undefined ? '' : t(`chat.effort.${chosen}`)}
        look="stops"
        onChange={(value) => onChange(Math.min(value, stops.length - 1))}
        className="relative mx-9"
      />
      <div aria-hidden="true" className="relative mx-9 h-9">
        {stops.map((stop, place) => (
          <span
            key={stop}
            style={{ left: share(place) }}
            className={classNames(
              'absolute grid -translate-x-1/2 justify-items-center whitespace-nowrap bg-raised px-1 text-xs',
              place === at ? 'font-medium text-fg' : 'text-fg-2',
            )}
          >
            <StopName stop={stop} isSent={stop === sent && place !== at} />
          </span>
        ))}
      </div>
    </div>
  )
}
