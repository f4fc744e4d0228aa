import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AppErrorData } from '#shared/errors.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import { QUERY_CHARS } from '#shared/search/query-chars.ts'
import type { ChatAnswer, ChatHit } from '#shared/search/search.ts'
import { problemOf } from '../../../api.ts'
import { useWhileBehind } from '../../../ui/hooks/use-while-behind.ts'
import { useApp, useChat, useSession } from '../chat-context.ts'
import { type Found, foundAt, foundMore, foundStep } from './found-places.ts'

/** Letters that are typed quickly are asked for once. */
const PAUSE_MS = 120
/** A chat that has grown is asked again when it has been quiet for this long. */
const GROWN_MS = 1_000

const NONE: readonly string[] = []

/** Finding in one chat: what is asked, what was found, and where the person is in it. */
export type Find = {
  readonly open: boolean
  readonly query: string
  readonly answer: ChatAnswer | null
  readonly waiting: boolean
  readonly problem: AppErrorData | null
  /** Index of the current match, from 0, and the total number. */
  readonly at: number
  readonly count: number
  readonly hit: ChatHit | null
  /** Index of the match within the hit, from 0. */
  readonly nth: number
  /** Highlighted texts: the query, or its words for separate matches. */
  readonly marks: readonly string[]
  readonly setOpen: (open: boolean) => void
  readonly setQuery: (query: string) => void
  readonly step: (by: 1 | -1) => void
  readonly retry: () => void
}

export function useFind(sessionId: SessionId | null): Find {
  const { api } = useChat()
  const wanted = useApp((state) => state.lookAt)
  const leaf = useSession((state) => state.path.at(-1)?.id ?? null)
  const [open, setOpen] = useState(false)
  const [query, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState<AppErrorData | null>(null)
  const [round, setRound] = useState(0)
  const goal = useRef<EventId | null>(null)
  const setQuery = useCallback((text: string) => setText(text.slice(0, QUERY_CHARS)), [])

  // A place that was chosen in the search over all chats.
  useEffect(() => {
    if (wanted === null || wanted.sessionId !== sessionId) return
    goal.current = wanted.eventId
    setOpen(true)
    setQuery(wanted.query)
    setFound(null)
  }, [wanted, sessionId, setQuery])

  const meant = useMemo(() => {
    const isMeant = wanted !== null && wanted.sessionId === sessionId && wanted.query === query
    return isMeant && wanted.eventId !== null ? { place: wanted.eventId } : {}
  }, [wanted, sessionId, query])
  const asks = open && sessionId !== null && query.trim() !== ''
  const answered = asks && found?.query === query ? found : null
  const isNew = answered === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chat that grew, and another try, ask again
  useEffect(() => {
    if (!asks) return setProblem(null)
    let over = false
    const take = (answer: ChatAnswer) => {
      if (over) return
      setProblem(null)
      const place = goal.current
      goal.current = null
      setFound((before) => foundMore(before, query, answer, place))
    }
    const fail = (error: unknown) => {
      const why = problemOf(error)
      if (!over && why.code !== 'cancelled') setProblem(why)
    }
    const timer = setTimeout(
      () => void api.read('search.chat', { sessionId, query, ...meant }).then(take, fail),
      isNew ? PAUSE_MS : GROWN_MS,
    )
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [api, sessionId, asks, query, meant, leaf, round])

  const again = useCallback(() => setRound((before) => before + 1), [])
  useWhileBehind(answered?.answer ?? null, again)

  const step = useCallback(
    (by: 1 | -1) => setFound((before) => (before === null ? null : foundStep(before, by))),
    [],
  )
  const place = answered === null ? null : foundAt(answered)
  return {
    open,
    query,
    problem,
    setOpen,
    setQuery,
    step,
    answer: answered?.answer ?? null,
    at: place?.at ?? 0,
    count: place?.count ?? 0,
    hit: place?.hit ?? null,
    nth: place?.nth ?? 0,
    marks: answered?.answer.marks ?? NONE,
    waiting: asks && answered === null && problem === null,
    retry: again,
  }
}
