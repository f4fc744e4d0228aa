import { type KeyboardEvent, useId, useState } from 'react'
import { finderMove } from './finder-move.ts'

type Found = {
  /** The number of rows. */
  readonly count: number
  /** The active row until a key or the pointer moves it. Default: the first. */
  readonly start?: number
  /** Whether the last row leads to the first. */
  readonly wraps?: boolean
  /** Chooses the active row; -1 while there is none. */
  readonly onChoose: (at: number) => void
  /** Called after a move to the last row. */
  readonly onLast?: () => void
}

/** The state of a field with a list below it: the list's id, its active row, and the keys of both. */
export type Finder = {
  readonly id: string
  /** The place of the active row; -1 for none. */
  readonly at: number
  readonly moveTo: (at: number) => void
  /** Returns to the start, as after each typed letter. */
  readonly reset: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Moves through a list from the field above it, which keeps the focus, and chooses a row with Enter. */
export function useFinder({ count, start = 0, wraps = false, onChoose, onLast }: Found): Finder {
  const id = useId()
  const [place, setPlace] = useState<number | null>(null)
  const at = count === 0 ? -1 : Math.max(0, Math.min(place ?? start, count - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      return onChoose(at)
    }
    const to = finderMove(event.key, { at, count, wraps })
    if (to === null) return
    event.preventDefault()
    setPlace(to)
    if (to === count - 1) onLast?.()
  }
  return { id, at, onKeyDown, moveTo: setPlace, reset: () => setPlace(null) }
}
