import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames } from '../base/class-names.ts'
import { foundRowId } from './FinderField.tsx'

type FoundRowProps = {
  readonly list: string
  readonly index: number
  readonly on: boolean
  readonly onChoose: () => void
  readonly className: string
  readonly children: ReactNode
}

/** A row of a list that is filtered and walked through from a field above it. */
export function FoundRow({ list, index, on, onChoose, className, children }: FoundRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={foundRowId(list, index)}
      role="option"
      aria-selected={on}
      data-cursor={on}
      onClick={onChoose}
      className={classNames('row-cursor gap-2 rounded-sm px-2 hover:bg-hover', className)}
    >
      {children}
    </div>
  )
}

/** Keeps the chosen row of a list in view; the list is given what this returns. */
export function useChosenInView(list: string, at: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.querySelector(`[id="${foundRowId(list, at)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [list, at])
  return box
}
