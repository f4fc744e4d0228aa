import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'

const LOOKS = {
  plain: 'bg-select text-fg-2',
  flat: 'text-fg-2 inset-ring inset-ring-line-strong',
  ok: 'bg-ok-wash text-ok-fg',
  warn: 'bg-warn-wash text-warn-fg',
  bad: 'bg-bad-wash text-bad-fg',
  live: 'bg-accent-wash text-accent-fg',
} as const

type ChipProps = {
  readonly look?: keyof typeof LOOKS
  readonly size?: 'm' | 'small'
  readonly mono?: boolean
  readonly children: ReactNode
}

/** Shows a short label next to an element. */
export function Chip({ look = 'plain', size = 'm', mono = false, children }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 whitespace-nowrap rounded-xs font-normal text-xs',
        size === 'm' ? 'h-5 px-1.5' : 'h-4 px-1',
        mono && 'font-mono',
        LOOKS[look],
      )}
    >
      {children}
    </span>
  )
}
