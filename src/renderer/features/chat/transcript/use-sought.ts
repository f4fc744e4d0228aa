import { useEffect, useRef, useState } from 'react'
import { useSession } from '../chat-context.ts'
import { pieceWith, rowOf } from './row-of.ts'
import type { Row } from './rows.ts'

/** Time the found row stays highlighted, in milliseconds. */
const MARKED_MS = 2_000

/** Scrolls to the requested event and returns the key of its row while it is highlighted. */
export function useSought(rows: readonly Row[], scrollTo: (index: number) => void): string | null {
  const sought = useSession((state) => state.sought)
  const path = useSession((state) => state.path)
  const [marked, setMarked] = useState<string | null>(null)
  const done = useRef<unknown>(sought)
  useEffect(() => {
    if (sought === null || done.current === sought) return
    done.current = sought
    const index = pieceWith(rows, rowOf(rows, path, sought.eventId), sought.words)
    const row = rows[index]
    if (row === undefined) return
    // Words that were sought are coloured themselves.
    if (sought.words === '') setMarked(row.key)
    scrollTo(index)
  }, [sought, rows, path, scrollTo])
  useEffect(() => {
    if (marked === null) return
    const timer = setTimeout(() => setMarked(null), MARKED_MS)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}
