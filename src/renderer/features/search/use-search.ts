import { useCallback, useEffect, useState } from 'react'
import type { AppErrorData } from '#shared/errors.ts'
import type { AgentId, ProjectId } from '#shared/ids.ts'
import { QUERY_CHARS } from '#shared/search/query-chars.ts'
import type { SessionsAnswer, SessionsQuery } from '#shared/search/search.ts'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useWhileBehind } from '../../ui/hooks/use-while-behind.ts'

const PAUSE_MS = 120
const PAGE = 40
/** Maximum matches; a more specific query helps more than a longer list. */
const MOST = 400
const DAY_MS = 24 * 60 * 60 * 1000

/** Time spans of a search, in days. */
export const SPANS = { day: 1, week: 7, month: 30, year: 365 } as const
export type TimeSpan = keyof typeof SPANS

/** The filters of a search; null for none. */
export type Filters = {
  readonly projectId: ProjectId | null
  readonly agentId: AgentId | null
  readonly span: TimeSpan | null
}

export const NO_FILTERS: Filters = { projectId: null, agentId: null, span: null }

export type Search = ReturnType<typeof useSearch>

/** Looks over all chats for what is typed, a page at a time. What was found stays until the next is. */
export function useSearch(api: Data, query: string, filters: Filters) {
  const [found, setFound] = useState<(SessionsAnswer & { readonly of: string }) | null>(null)
  const [problem, setProblem] = useState<AppErrorData | null>(null)
  const [round, setRound] = useState(0)
  const asks = query.trim() !== ''

  const fail = useCallback((error: unknown) => {
    const why = problemOf(error)
    if (why.code !== 'cancelled') setProblem(why)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    if (!asks) {
      setFound(null)
      return setProblem(null)
    }
    let over = false
    const take = (answer: SessionsAnswer) => {
      if (over) return
      setProblem(null)
      setFound({ ...answer, of: query })
      // Matches inside longer words need a further query, which runs automatically while the page has room.
      if (answer.more && answer.hits.length < PAGE) ask(answer.hits)
    }
    const ask = (before: SessionsAnswer['hits']) =>
      void api.read('search.sessions', questionOf(query, filters, before.length)).then(
        (page) => take({ ...page, hits: [...before, ...page.hits] }),
        (error: unknown) => (over ? undefined : fail(error)),
      )
    const timer = setTimeout(() => ask([]), PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [api, asks, query, filters, fail, round])

  const count = found?.hits.length ?? 0
  const again = useCallback(() => setRound((before) => before + 1), [])
  // A list scrolled beyond the first page is not reloaded.
  useWhileBehind(count > PAGE ? null : found, again)
  const canMore = found?.more === true && count < MOST
  const loadMore = () => {
    if (!canMore) return
    const join = (page: SessionsAnswer) =>
      setFound((before) =>
        before === found ? { ...page, of: found.of, hits: [...found.hits, ...page.hits] } : before,
      )
    api.read('search.sessions', questionOf(query, filters, count)).then(join, fail)
  }
  /** True while what was found is not the answer to what is typed. */
  const isStale = asks && problem === null && found?.of !== query
  return { found, problem, isStale, canMore, loadMore, retry: again }
}

function questionOf(query: string, { projectId, agentId, span }: Filters, offset: number): SessionsQuery {
  return {
    query: query.slice(0, QUERY_CHARS),
    ...(projectId === null ? {} : { projectId }),
    ...(agentId === null ? {} : { agentId }),
    ...(span === null ? {} : { from: Date.now() - SPANS[span] * DAY_MS }),
    offset,
    limit: PAGE,
  }
}
