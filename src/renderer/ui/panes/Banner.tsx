import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { Icon } from '../base/Icon.tsx'

const LOOKS = {
  warn: { box: 'bg-warn-wash inset-ring-warn-line', icon: 'text-warn' },
  bad: { box: 'bg-bad-wash inset-ring-bad-line', icon: 'text-bad' },
  plain: { box: 'bg-hover inset-ring-line', icon: 'text-fg-3' },
} as const

type BannerProps = {
  readonly look?: keyof typeof LOOKS
  readonly children: ReactNode
  /** The next step, at the right end. */
  readonly action?: ReactNode
}

/** Something about this place that holds until it is dealt with. */
export function Banner({ look = 'warn', children, action }: BannerProps) {
  return (
    <div
      role={look === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex items-start gap-2 rounded-md px-3 py-2 text-sm/5 inset-ring',
        LOOKS[look].box,
      )}
    >
      <Icon name={look === 'plain' ? 'info' : 'alert'} className={classNames('mt-0.5', LOOKS[look].icon)} />
      <div className="min-w-0 grow break-words">{children}</div>
      {action === undefined ? null : <div className="-my-0.5 flex shrink-0 gap-2">{action}</div>}
    </div>
  )
}
