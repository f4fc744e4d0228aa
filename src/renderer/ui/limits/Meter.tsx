import { classNames } from '../base/class-names.ts'
import styles from './meter.module.css'

const FILLS = {
  plain: 'bg-bar',
  live: 'bg-accent',
  ok: 'bg-ok',
  bad: 'bg-bad',
  warn: 'bg-warn',
  'data-1': 'bg-data-1',
  'data-2': 'bg-data-2',
  'data-3': 'bg-data-3',
  'data-4': 'bg-data-4',
  'data-5': 'bg-data-5',
  'data-6': 'bg-data-6',
} as const

export type MeterFill = keyof typeof FILLS | 'held'

export type MeterPart = {
  readonly key: string
  /** Part of the whole, 0 to 1. */
  readonly share: number
  readonly fill: MeterFill
}

type MeterProps = {
  /** The whole, in words: "Context 42 % used". */
  readonly label: string
  readonly parts: readonly MeterPart[]
  readonly height?: 'thin' | 'm' | 'tall'
  readonly className?: string
}

/** A track that is filled in parts. */
export function Meter({ label, parts, height = 'm', className }: MeterProps) {
  return (
    <span
      role="img"
      aria-label={label}
      className={classNames(
        'flex gap-px overflow-hidden bg-track',
        height === 'tall' ? 'h-2 rounded-xs' : 'rounded-full',
        height === 'm' && 'h-1',
        height === 'thin' && 'h-0.5',
        className,
      )}
    >
      {parts.map((part) => (
        <span
          key={part.key}
          className={classNames('h-full shrink-0', part.fill === 'held' ? styles['held'] : FILLS[part.fill])}
          style={{ width: `${Math.max(0, Math.min(1, part.share)) * 100}%` }}
        />
      ))}
    </span>
  )
}

/** The square that ties a line of a legend to its part of a meter. */
export function LegendKey({ fill }: { fill: keyof typeof FILLS }) {
  return <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-[2px]', FILLS[fill])} />
}
