import { useCallback, useDeferredValue, useState } from 'react'
import { problemOf } from '../../api.ts'
import { useAsked } from '../../ui/asked.ts'

/** How many are asked for at a time, and as many as one search or list can hold. */
const PIECE = 200
const MOST = 500

/** Where in a list to begin, and what it is narrowed by. */
type Place<Filter> = { readonly filter: Filter; readonly limit: number; readonly offset: number }

/** What fits what is typed and chosen, asked for again whenever `ask` is another. The text is empty where nobody searches. */
export function useFound<Filter, Hits extends object>(
  ask: (text: string, place: Place<Filter>) => Promise<Hits>,
  everything: Filter,
) {
  const [typed, setText] = useState('')
  const [filter, setFilterOnly] = useState<Filter>(everything)
  const [limit, setLimit] = useState(PIECE)
  const text = useDeferredValue(typed.trim())
  const askFor = useCallback(
    async () => ({ ...(await ask(text, { filter, limit, offset: 0 })), text }),
    [ask, filter, limit, text],
  )
  const list = useAsked(askFor, (error) => problemOf(error).message)
  const setFilter = (next: Filter) => {
    setFilterOnly(next)
    setLimit(PIECE)
  }
  const more = useCallback(() => setLimit((now) => Math.min(MOST, now + PIECE)), [])
  return { text: typed, setText, filter, setFilter, list, more }
}
