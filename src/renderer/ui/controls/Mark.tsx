import type { ReactNode } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../base/class-names.ts'
import styles from './mark.module.css'

export type MarkState = 'run' | 'done' | 'fail' | 'stop' | 'pend' | 'wait' | 'pause' | 'limit'

const COLOURS: Readonly<Record<MarkState, string>> = {
  run: 'text-accent',
  done: 'text-ok',
  fail: 'text-bad',
  stop: 'text-idle',
  pend: 'text-idle',
  wait: 'text-warn',
  pause: 'text-idle',
  limit: 'text-warn',
}

const stroke = {
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Idle and paused agents are both still; only a pause concerns the person. */
const BARS = <path d="M5.75 4v8M10.25 4v8" {...stroke} />

const SHAPES: Readonly<Record<MarkState, ReactNode>> = {
  run: (
    <>
      <circle cx="8" cy="8" r="2.75" fill="currentColor" />
      <circle className={styles['orbit']} cx="8" cy="8" r="5.25" stroke="currentColor" strokeWidth="1.25" />
    </>
  ),
  done: <path d="m3.5 8.5 3 3 6-6.75" {...stroke} />,
  fail: <path d="m4.25 4.25 7.5 7.5M11.75 4.25l-7.5 7.5" {...stroke} />,
  stop: <rect x="4.25" y="4.25" width="7.5" height="7.5" rx="1.25" fill="currentColor" />,
  pend: <circle cx="8" cy="8" r="3.75" stroke="currentColor" strokeWidth="1.25" />,
  wait: <path d="M8 2.5 13.5 8 8 13.5 2.5 8z" fill="currentColor" />,
  pause: BARS,
  limit: BARS,
}

type MarkProps = {
  readonly state: MarkState
  /** The word for this state, where the usual one is not exact. */
  readonly label?: string
  readonly className?: string
}

/** A state as a shape, a colour and a word. */
export function Mark({ state, label, className }: MarkProps) {
  const t = useText()
  return (
    <svg
      viewBox="0 0 16 16"
      role="img"
      aria-label={label ?? t(`ui.mark.${state}`)}
      fill="none"
      className={classNames('size-4 shrink-0', COLOURS[state], className)}
    >
      {SHAPES[state]}
    </svg>
  )
}
