import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import styles from './slider.module.css'

type SliderProps = {
  readonly id: string
  readonly min: number
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
  readonly className?: string
}

/** A whole number between two ends. What it is for says a label beside it. */
export function Slider({ id, min, max, value, onChange, className }: SliderProps) {
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
      style={{ '--share': share } as CSSProperties}
      className={classNames(styles['slider'], className)}
    />
  )
}
