import type { ReactNode } from 'react'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icon-shapes.tsx'

type EmptyStateProps = {
  readonly icon: IconName
  readonly title: string
  /** One sentence on what this place is for. */
  readonly children: ReactNode
  /** The one next step. */
  readonly action?: ReactNode
}

/** Shows the empty state of a view. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid h-full min-h-40 place-content-center justify-items-center gap-2 p-8 text-center">
      <Icon name={icon} size="rail" className="mb-2 text-fg-3" />
      <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
      <p className="max-w-[420px] text-fg-2">{children}</p>
      {action === undefined ? null : <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  )
}
