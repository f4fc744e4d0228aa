import type { MouseEvent } from 'react'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'

type RowCheckProps = {
  readonly label: string
  readonly checked: boolean
  readonly onToggle: () => void
  /** Selects up to here, in a list. */
  readonly onRange: (list: Element) => void
}

/** The box before a row that selects it. With the keyboard the row itself is selected. */
export function RowCheck({ label, checked, onToggle, onRange }: RowCheckProps) {
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    const list = event.currentTarget.closest('aside')
    if (event.shiftKey && list !== null) onRange(list)
    else onToggle()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native box tells a click with Shift from another too late
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      tabIndex={-1}
      onClick={onClick}
      className="grid size-5 place-items-center"
    >
      <span
        className={classNames(
          'grid size-4 place-items-center rounded-xs inset-ring',
          checked ? 'bg-ink text-on-ink inset-ring-ink' : 'bg-sunken inset-ring-line-control',
        )}
      >
        {checked ? <Icon name="check" size="xs" /> : null}
      </span>
    </button>
  )
}
