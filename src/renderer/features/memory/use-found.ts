import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { problemOf } from '../../api.ts'
import { useAsked } from '../../ui/hooks/asked.ts'

/** Entries loaded per step, and their maximum per search or list. */
const PIECE = 200
const MOST = 500
/** Pause in typing before the text is sent to a model, in milliseconds. */
const PAUSE_MS = 500

type Place<Filter> = { readonly filter: Filter; readonly limit: number; readonly offset: number }

/** The search functions. A new object triggers a new search. */
export type Ways<Filter, Hit> = {
  /** By words; everything where there are none. */
  readonly find: (
    text: string,
    place: Place<Filter>,
  ) => Promise<{ readonly hits: readonly Hit[]; readonly total: number }>
  /** Searches by meaning. Returns nothing without an embedding model. */
  readonly meant: (text: string, filter: Filter) => Promise<readonly Hit[]>
  readonly idOf: (hit: Hit) => string
}

/** Returns the entries for the typed text and filters: word matches first, then semantic ones. */
export function useFound<Filter, Hit>({ find, meant, idOf }: Ways<Filter, Hit>, everything: Filter) {
  const [typed, setText] = useState('')
  const [filter, setFilterOnly] = useState<Filter>(everything)
  const [limit, setLimit] = useState(PIECE)
  const text = useDeferredValue(typed.trim())
  const settled = useSettled(text)
  const askFound = useCallback(
    async () => ({ ...(await find(text, { filter, limit, offset: 0 })), text }),
    [find, filter, limit, text],
  )
  const askMeant = useCallback(
    async () => ({ hits: settled === '' ? [] : await meant(settled, filter), text: settled }),
    [meant, filter, settled],
  )
  const found = useAsked(askFound, (error) => problemOf(error).message)
  // A failure here only loses the semantic matches.
  const alike = useAsked(askMeant, (error) => problemOf(error).message).data
  const data = useMemo(() => {
    if (found.data === null || alike === null || alike.text !== found.data.text) return found.data
    const known = new Set(found.data.hits.map(idOf))
    const others = alike.hits.filter((hit) => !known.has(idOf(hit)))
    return {
      ...found.data,
      hits: [...found.data.hits, ...others],
      total: found.data.total + others.length,
    }
  }, [found.data, alike, idOf])
  const setFilter = (next: Filter) => {
    setFilterOnly(next)
    setLimit(PIECE)
  }
  const more = useCallback(() => setLimit((now) => Math.min(MOST, now + PIECE)), [])
  return { text: typed, setText, filter, setFilter, list: { ...found, data }, more }
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
