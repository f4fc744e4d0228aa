import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { useChosenInView } from './FoundRow.tsx'

type SuggestionBoxProps = {
  readonly id: string
  /** The place of the chosen one; null while the list is closed. */
  readonly at: number | null
  readonly label: string
  /** Said when the number changes. */
  readonly count: string
  /** Above the box, below it, or in the flow of a row that makes room for it. */
  readonly place?: 'over' | 'under' | 'inside'
  readonly children: ReactNode
}

/** The list by the box that one types into. The box keeps the focus. */
export function SuggestionBox({ id, at, label, count, place = 'over', children }: SuggestionBoxProps) {
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
          className={classNames(
            'overflow-y-auto rounded-lg bg-overlay p-1 inset-ring inset-ring-line',
            PLACES[place],
          )}
        >
          {children}
        </div>
      )}
    </>
  )
}

const PLACES = {
  over: 'absolute inset-x-0 bottom-full z-10 mb-1 max-h-[min(40vh,22rem)] shadow-pop',
  under: 'absolute inset-x-0 top-full z-10 mt-1 max-h-56 shadow-pop',
  inside: 'max-h-56',
} as const
