import { useId, useState } from 'react'
import { useNumbers } from '../../ui/base/numbers.ts'
import { Slider } from '../../ui/controls/Slider.tsx'
import { SettingLine } from './SectionHead.tsx'

type ShareLineProps = {
  readonly title: string
  readonly hint: string
  /** From 0 to 1, between `min` and `max`. */
  readonly value: number
  readonly min: number
  readonly max: number
  /** Told when the slider is let go. */
  readonly onValue: (value: number) => void
}

const PERCENT = 100

/** A setting that is a share of a whole. */
export function ShareLine({ title, hint, value, min, max, onValue }: ShareLineProps) {
  const numbers = useNumbers()
  const id = useId()
  const [moved, setMoved] = useState<number | null>(null)
  const shown = moved ?? Math.round(value * PERCENT)
  const settle = () => {
    if (moved !== null) onValue(moved / PERCENT)
    setMoved(null)
  }
  return (
    <SettingLine title={title} hint={hint}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears when the slider inside it is let go */}
      <span className="flex w-56 items-center gap-3" onPointerUp={settle} onKeyUp={settle} onBlur={settle}>
        <label htmlFor={id} className="unseen">
          {title}
        </label>
        <Slider
          id={id}
          min={min * PERCENT}
          max={max * PERCENT}
          value={shown}
          onChange={setMoved}
          className="min-w-0 grow"
        />
        <output htmlFor={id} className="figures w-10 text-right text-sm">
          {numbers.percent(shown / PERCENT)}
        </output>
      </span>
    </SettingLine>
  )
}
