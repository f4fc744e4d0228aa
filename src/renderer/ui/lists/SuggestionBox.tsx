import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { OptionList } from './OptionList.tsx'
import type { Suggestions } from './use-suggestions.ts'

type SuggestionBoxProps<Row> = {
  readonly list: Omit<Suggestions<Row>, 'onKey'>
  readonly label: string
  /** The number of suggestions in words, read when it changes. */
  readonly count: string
  /** Above the box, below it, or in the flow of a row that makes room for it. */
  readonly place?: 'over' | 'under' | 'inside'
  readonly keyOf: (row: Row) => string
  /** The heading above the first row of each group. */
  readonly headingOf?: (row: Row) => string
  readonly size?: 'small' | 'medium' | 'large'
  readonly children: (row: Row) => ReactNode
}

/** Shows suggestions for what is typed next to the box, which keeps the focus. */
export function SuggestionBox<Row>(props: SuggestionBoxProps<Row>) {
  const { list, label, count, place = 'over', keyOf, headingOf = noHeading, size = 'medium' } = props
  const { height, className } = SIZES[size]
  return (
    <>
      <p role="status" className="unseen">
        {list.open ? count : ''}
      </p>
      {list.open ? (
        <OptionList
          id={list.id}
          label={label}
          rows={list.found}
          keyOf={keyOf}
          at={list.at}
          height={height}
          headingOf={headingOf}
          onChoose={list.choose}
          className={classNames('rounded-lg bg-overlay p-1 inset-ring inset-ring-line', PLACES[place])}
          rowClassName={classNames(
            'row-cursor flex items-center gap-2 rounded-sm px-2 hover:bg-hover',
            className,
          )}
        >
          {props.children}
        </OptionList>
      ) : null}
    </>
  )
}

const noHeading = () => ''

const PLACES = {
  over: 'absolute inset-x-0 bottom-full z-10 mb-1 max-h-[min(40vh,22rem)] shadow-pop',
  under: 'absolute inset-x-0 top-full z-10 mt-1 max-h-56 shadow-pop',
  inside: 'max-h-56',
} as const

const SIZES = {
  small: { height: 28, className: 'min-h-7' },
  medium: { height: 32, className: 'min-h-8 py-1' },
  large: { height: 36, className: 'min-h-9 py-1' },
} as const
