import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Query } from '../../data/use-query.ts'

/** Entries loaded per step, and their maximum per search or list. */
const PIECE = 200
const MOST = 500
/** Pause in typing before the text is sent to a model, in milliseconds. */
const PAUSE_MS = 500

type Place<Filter> = { readonly filter: Filter; readonly limit: number; readonly offset: number }

/** The hooks that search. */
export type Ways<Filter, Hit> = {
  /** Searches by words; lists everything where there are none. */
  readonly useFind: (
    text: string,
    place: Place<Filter>,
  ) => Query<{ readonly hits: readonly Hit[]; readonly total: number }>
  /** Searches by meaning; nothing for null. Finds nothing without an embedding model. */
  readonly useMeant: (text: string | null, filter: Filter) => Query<readonly Hit[]>
  readonly idOf: (hit: Hit) => string
}

/** Returns the entries for the typed text and filters: word matches first, then semantic ones. */
export function useFound<Filter, Hit>({ useFind, useMeant, idOf }: Ways<Filter, Hit>, everything: Filter) {
  const [typed, setText] = useState('')
  const [filter, setFilterOnly] = useState<Filter>(everything)
  const [limit, setLimit] = useState(PIECE)
  const text = useDeferredValue(typed.trim())
  const settled = useSettled(text)
  const found = useWithText(useFind(text, { filter, limit, offset: 0 }), text)
  // A failure here only loses the semantic matches.
  const alike = useMeant(settled === '' ? null : settled, filter).data
  const data = useMemo(() => {
    if (found.data === null || alike === null || settled !== found.data.text) return found.data
    const known = new Set(found.data.hits.map(idOf))
    const others = alike.filter((hit) => !known.has(idOf(hit)))
    return {
      ...found.data,
      hits: [...found.data.hits, ...others],
      total: found.data.total + others.length,
    }
  }, [found.data, alike, settled, idOf])
  const setFilter = (next: Filter) => {
    setFilterOnly(next)
    setLimit(PIECE)
  }
  const more = useCallback(() => setLimit((now) => Math.min(MOST, now + PIECE)), [])
  return { text: typed, setText, filter, setFilter, list: { ...found, data }, more }
}

/** Adds the searched text to the answers, and keeps the last answer until the next one arrives. */
export function useWithText<Found extends object>(
  found: Query<Found>,
  text: string,
): Query<Found & { readonly text: string }> {
  const [kept, setKept] = useState<{ readonly answer: Found; readonly text: string } | null>(null)
  if (found.data !== null && (kept === null || kept.answer !== found.data))
    setKept({ answer: found.data, text })
  const data = useMemo(() => (kept === null ? null : { ...kept.answer, text: kept.text }), [kept])
  return { ...found, data }
}

/** The text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
