import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'

type PaneHeadProps = {
  readonly title: string
  readonly ruled?: boolean
  /** A figure beside the title. */
  readonly note?: ReactNode
  /** Stands at the end. */
  readonly children?: ReactNode
}

/** The 36 px bar on top of a pane. Its title turns accent while the focus is inside the pane. */
export function PaneHead({ title, ruled = false, note = null, children }: PaneHeadProps) {
  return (
    <div
      className={classNames(
        'flex h-(--h-bar) shrink-0 items-center gap-2 pr-2 pl-4',
        ruled && 'border-line border-b',
      )}
    >
      <h2 className="pane-title whitespace-nowrap font-semibold text-fg-2 text-sm">{title}</h2>
      {note}
      <span className="grow" />
      {children}
    </div>
  )
}
