import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { WorkflowState } from '#shared/workflow/workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'

export const HISTORY_DAYS = { anyDate: null, day: 1, week: 7, month: 30 } as const
export type HistoryDays = keyof typeof HISTORY_DAYS

export type HistoryFilter = {
  readonly name: string
  readonly state: WorkflowState | null
  readonly days: HistoryDays
}

export type History = {
  readonly runs: readonly WorkflowRunListing[]
  readonly waiting: boolean
  readonly problem: string | null
  readonly hasMore: boolean
  readonly more: () => void
}

const PAGE = 40
const DAY_MS = 86_400_000

/** Runs come newest first, so the first one that is too old ends the list. */
export function withinDays(
  runs: readonly WorkflowRunListing[],
  days: HistoryDays,
  now: number,
): { readonly runs: readonly WorkflowRunListing[]; readonly ended: boolean } {
  const limit = HISTORY_DAYS[days]
  if (limit === null) return { runs, ended: false }
  const since = limit === 1 ? new Date(now).setHours(0, 0, 0, 0) : now - limit * DAY_MS
  const end = runs.findIndex((run) => run.createdAt < since)
  return end < 0 ? { runs, ended: false } : { runs: runs.slice(0, end), ended: true }
}

/** Runs that began meanwhile move the pages on, so that the next one brings some again. */
export function joined(
  before: readonly WorkflowRunListing[],
  page: readonly WorkflowRunListing[],
): readonly WorkflowRunListing[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...page.filter(({ id }) => !known.has(id))]
}

type Loaded = Pick<History, 'runs' | 'waiting' | 'problem' | 'hasMore'>
const NOTHING: Loaded = { runs: [], waiting: true, problem: null, hasMore: false }

/** Reads the history page by page; a changed filter starts over. */
export function useHistory(api: Data, projectId: ProjectId | null, filter: HistoryFilter): History {
  const [loaded, setLoaded] = useState(NOTHING)
  const turn = useRef(0)
  const { name, state, days } = filter
  const read = useCallback(
    async (offset: number, before: readonly WorkflowRunListing[]) => {
      turn.current += 1
      const mine = turn.current
      const isNewest = () => mine === turn.current
      try {
        const page = await api.read('workflow.runs', {
          projectId,
          offset,
          limit: PAGE,
          ...(name.trim() === '' ? {} : { name: name.trim() }),
          ...(state === null ? {} : { states: [state] }),
        })
        if (!isNewest()) return
        const recent = withinDays(joined(before, page.runs), days, Date.now())
        const hasMore = !recent.ended && page.runs.length > 0 && offset + page.runs.length < page.total
        setLoaded({ runs: recent.runs, waiting: false, problem: null, hasMore })
      } catch (error) {
        if (isNewest())
          setLoaded({ runs: before, waiting: false, problem: problemOf(error).message, hasMore: false })
      }
    },
    [api, projectId, name, state, days],
  )
  useEffect(() => {
    setLoaded((before) => ({ ...before, waiting: true }))
    // Waits for the person to finish a word.
    const timer = setTimeout(() => void read(0, []), 150)
    return () => clearTimeout(timer)
  }, [read])
  const more = () => {
    if (loaded.waiting || !loaded.hasMore) return
    setLoaded({ ...loaded, waiting: true })
    void read(loaded.runs.length, loaded.runs)
  }
  return { ...loaded, more }
}
