import type { ComponentProps } from 'react'
import { classNames } from '../base/class-names.ts'

type RowProps = ComponentProps<'button'> & {
  /** This row is what the pane beside it shows. */
  readonly current?: boolean
  readonly lines?: 1 | 2
}

/** A row of a list that can be clicked. Give it `tabIndex` from `useRoving`. */
export function Row({ current, lines = 1, className, ...rest }: RowProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-current={current ? 'true' : undefined}
      className={classNames(
        'row-cursor relative flex w-full items-center gap-2 rounded-sm px-2 text-left',
        'hover:bg-hover aria-[current]:bg-select',
        lines === 1 ? 'min-h-(--h-row)' : 'min-h-(--h-row-2)',
        className,
      )}
    />
  )
}
