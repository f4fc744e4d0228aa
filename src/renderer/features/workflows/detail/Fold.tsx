import type { ReactNode } from 'react'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'

type FoldProps = {
  readonly title: string
  readonly open: boolean
  readonly onToggle: () => void
  /** Content beside the title. */
  readonly beside?: ReactNode
  /** Stands at the right end. */
  readonly right?: ReactNode
  /** Takes the height that is left. */
  readonly grows?: boolean
  readonly children: ReactNode
}

/** A part of the detail that opens and closes. */
export function Fold({ title, open, onToggle, beside, right, grows = false, children }: FoldProps) {
  return (
    <section
      className={classNames(
        'flex min-h-8 flex-col border-line border-b last:border-b-0',
        open && grows ? 'flex-1 basis-40' : 'shrink-0',
      )}
    >
      <div className="flex h-8 shrink-0 items-center gap-2 pr-3 text-fg-2 text-sm">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex h-full items-center gap-2 pl-4 focus-visible:outline-offset-[-2px]"
        >
          <Icon name={open ? 'down' : 'right'} size="xs" className="text-fg-3" />
          <h3 className="whitespace-nowrap font-semibold">{title}</h3>
        </button>
        {beside}
        <span className="grow" />
        <span className="figures min-w-0 truncate text-fg-3 text-xs">{right}</span>
      </div>
      {open ? children : null}
    </section>
  )
}
