import type { KeyboardEvent } from 'react'
import { Icon } from '../base/Icon.tsx'
import { Kbd } from '../controls/Kbd.tsx'

type FinderFieldProps = {
  readonly label: string
  readonly placeholder: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** The list below, and which of its rows is chosen; -1 for none. */
  readonly list: string
  readonly at: number
  readonly open: boolean
  /** The id of what says how it can be used. */
  readonly describedBy?: string
}

/** The field at the top of a window that finds things as one types. It keeps the focus and names the chosen row. */
export function FinderField(props: FinderFieldProps) {
  const { label, placeholder, query, onQuery, onKeyDown, list, at, open, describedBy } = props
  return (
    <div className="flex h-13 shrink-0 items-center gap-3 border-line border-b px-4">
      <Icon name="search" className="text-fg-3" />
      <input
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={at < 0 ? undefined : foundRowId(list, at)}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={query}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
        spellCheck={false}
        className="min-w-0 flex-1 bg-transparent text-lg tracking-tight outline-none focus-visible:outline-none"
      />
      <Kbd keys={['Esc']} />
    </div>
  )
}

/** The id of a row of a list that a field above it filters. */
export const foundRowId = (list: string, index: number): string => `${list}-${index}`
