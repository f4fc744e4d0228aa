import type { CSSProperties } from 'react'
import { classNames } from '../base/class-names.ts'
import styles from './slider.module.css'

type SliderProps = {
  readonly id: string
  readonly min: number
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
  /** The meaning of the value for screen readers; without it the number is read. */
  readonly words?: string
  /** `stops`: a dot at each whole number. `open`: nothing is chosen yet, the knob is hollow. */
  readonly look?: 'line' | 'stops' | 'open stops'
  readonly className?: string
}

/** Shows a slider for integers in a range. A label next to it names it. */
export function Slider({ id, min, max, value, onChange, words, look = 'line', className }: SliderProps) {
  // The middle of the knob stays half its width away from both ends.
  const share = `calc(8px + ${(value - min) / (max - min)} * (100% - 16px))`
  return (
    <input
      id={id}
      type="range"
      min={min}
      max={max}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      aria-valuetext={words}
      style={{ '--share': share, '--steps': max - min } as CSSProperties}
      className={classNames(
        styles['slider'],
        look !== 'line' && styles['stops'],
        look === 'open stops' && styles['open'],
        className,
      )}
    />
  )
}
