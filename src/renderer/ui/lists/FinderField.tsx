import { Icon } from '../base/Icon.tsx'
import { Kbd } from '../controls/Kbd.tsx'
import { optionId } from './option-id.ts'
import type { Finder } from './use-finder.ts'

type FinderFieldProps = {
  readonly label: string
  readonly placeholder: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** The list below, with its active row. */
  readonly finder: Finder
  /** The id of what says how it can be used. */
  readonly describedBy?: string
}

/** The field at the top of a picker. It keeps the focus, and a screen reader reads the active row of the list. */
export function FinderField(props: FinderFieldProps) {
  const { label, placeholder, query, onQuery, finder, describedBy } = props
  const isOpen = finder.at >= 0
  return (
    <div className="flex h-13 shrink-0 items-center gap-3 border-line border-b px-4">
      <Icon name="search" className="text-fg-3" />
      <input
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? finder.id : undefined}
        aria-activedescendant={isOpen ? optionId(finder.id, finder.at) : undefined}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={query}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          onQuery(event.target.value)
          finder.reset()
        }}
        onKeyDown={finder.onKeyDown}
        spellCheck={false}
        className="min-w-0 flex-1 bg-transparent text-lg tracking-tight outline-none focus-visible:outline-none"
      />
      <Kbd keys={['Esc']} />
    </div>
  )
}
