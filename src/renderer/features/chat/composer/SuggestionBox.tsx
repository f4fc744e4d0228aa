import type { ReactNode } from 'react'
import { useChosenInView } from '../../../ui/FoundRow.tsx'

type SuggestionBoxProps = {
  readonly id: string
  /** The place of the chosen one; null while the list is closed. */
  readonly at: number | null
  readonly label: string
  /** Said when the number changes. */
  readonly count: string
  readonly children: ReactNode
}

/** The list above the box that one types into. The box keeps the focus. */
export function SuggestionBox({ id, at, label, count, children }: SuggestionBoxProps) {
  const box = useChosenInView(id, at ?? -1)
  return (
    <>
      <p role="status" className="unseen">
        {count}
      </p>
      {at === null ? null : (
        <div
          ref={box}
          id={id}
          role="listbox"
          aria-label={label}
          tabIndex={-1}
          // The pointer must not take the focus from the box.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 bottom-full z-10 mb-1 max-h-[min(40vh,22rem)] overflow-y-auto rounded-lg bg-overlay p-1 shadow-pop inset-ring inset-ring-line"
        >
          {children}
        </div>
      )}
    </>
  )
}
