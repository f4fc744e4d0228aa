import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { ReadingPlace } from '../../../store/reading-place.ts'
import { useChat, useSession } from '../chat-context.ts'
import type { Row } from './rows.ts'

/** The place at which the reader left this conversation; null for its end, and where that row is not here any more. */
export function useReadingPlace(rows: readonly Row[]): ReadingPlace | null {
  const { session } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const [place] = useState(() => {
    const left = sessionId === null ? undefined : session.places.get(sessionId)
    return left !== undefined && rows.some(({ key }) => key === left.key) ? left : null
  })
  return place
}

/** Keeps where the reader is when they turn to something else. */
export function useLeavingPlace(
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
  isFollowing: () => boolean,
): void {
  const { session } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const [of] = useState(sessionId)
  useLayoutEffect(() => {
    const { current: element } = scroller
    return () => {
      if (of === null || element === null) return
      const place = isFollowing() ? null : placeAt(virtual, element.scrollTop)
      if (place === null) session.places.delete(of)
      else session.places.set(of, place)
    }
  }, [session, of, virtual, scroller, isFollowing])
}

function placeAt(virtual: Virtualizer<HTMLDivElement, Element>, top: number): ReadingPlace | null {
  const rows = virtual.takeSnapshot()
  const row = rows.find(({ start, end }) => start <= top && top < end)
  if (row === undefined) return null
  const heights = new Map(rows.map(({ key, size }) => [String(key), size]))
  return { key: String(row.key), within: top - row.start, heights }
}

/** Returns the offset of a position below rows of these heights. */
export function topOf(
  rows: readonly Row[],
  { key, within }: ReadingPlace,
  heightOf: (row: Row) => number,
): number {
  const above = rows.slice(
    0,
    rows.findIndex((row) => row.key === key),
  )
  return above.reduce((sum, row) => sum + heightOf(row), within)
}
