import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { CallRequest, CallResponse } from '#shared/ipc/contract.ts'
import { useProblemWords } from '../messages/TextProvider.tsx'
import { useData } from './DataProvider.tsx'
import type { QueryName } from './query-names.ts'
import { keyOf, type QueryKey, type QueryState } from './query-store.ts'

/** A query as components use it. */
export type Query<Answer> = {
  readonly state: QueryState<Answer>['state']
  /** The newest answer. It stays during a reload and after a failure. */
  readonly data: Answer | null
  /** Text of the failure; null unless the newest call failed. */
  readonly problem: string | null
  /** Error code of the failure. */
  readonly code: string | null
  readonly reload: () => void
}

/** A query with the request that its data answers: with `keep` it can be an earlier one. */
export type QueryOf<N extends QueryName> = Query<CallResponse<N>> & {
  readonly request: CallRequest<N> | null
}

type QueryOptions = {
  /** Shows the answer to the previous request until the new one arrives. */
  readonly keep?: true
  /** Values of the window that the answer depends on. A change of one asks again. */
  readonly reasons?: readonly unknown[]
}

const NO_REASONS: readonly unknown[] = []

/** Keeps the answer to a call up to date while the component is mounted. A null request asks nothing. */
export function useQuery<N extends QueryName>(
  name: N,
  request: CallRequest<N> | null,
  { keep, reasons = NO_REASONS }: QueryOptions = {},
): QueryOf<N> {
  type Answer = CallResponse<N>
  const { queries } = useData()
  const say = useProblemWords()
  const key = request === null ? null : keyOf(name, request)
  const watch = useCallback(
    (changed: () => void) => (key === null ? () => undefined : queries.watch(key, changed)),
    [queries, key],
  )
  const known = useSyncExternalStore(watch, () => queries.stateOf(key) as QueryState<Answer>)
  const reload = useCallback(() => {
    if (key !== null) queries.reload(key)
  }, [queries, key])
  useReasons(reasons, key, reload)
  const [previous, setPrevious] = useState<{
    readonly data: Answer
    readonly request: CallRequest<N> | null
  } | null>(null)
  if (keep && known.data !== null && known.data !== previous?.data) setPrevious({ data: known.data, request })
  const isKept =
    keep === true &&
    previous !== null &&
    known.data === null &&
    (known.state === 'loading' || known.state === 'failed')
  return {
    state: isKept && known.state === 'loading' ? 'stale' : known.state,
    data: isKept ? previous.data : known.data,
    request: isKept ? previous.request : request,
    problem: known.failure === null ? null : say(known.failure),
    code: known.failure?.code ?? null,
    reload,
  }
}

/** Reloads when one of the reasons changes. The first reasons and those of a new request load nothing more. */
function useReasons(reasons: readonly unknown[], key: QueryKey | null, reload: () => void): void {
  const seen = useRef({ reasons, key })
  useEffect(() => {
    const before = seen.current
    seen.current = { reasons, key }
    if (before.key !== key) return
    if (reasons.some((reason, index) => !Object.is(reason, before.reasons[index]))) reload()
  })
}

/** Returns two queries as one: it has data when both have, and it fails when one fails. */
export function useBoth<Left, Right>(left: Query<Left>, right: Query<Right>): Query<readonly [Left, Right]> {
  const { data: leftData, reload: reloadLeft } = left
  const { data: rightData, reload: reloadRight } = right
  const data = useMemo(
    () => (leftData === null || rightData === null ? null : ([leftData, rightData] as const)),
    [leftData, rightData],
  )
  const reload = useCallback(() => {
    reloadLeft()
    reloadRight()
  }, [reloadLeft, reloadRight])
  return {
    state: ORDER.find((state) => left.state === state || right.state === state) ?? 'loaded',
    data,
    problem: left.problem ?? right.problem,
    code: left.code ?? right.code,
    reload,
  }
}

const ORDER = ['failed', 'loading', 'stale', 'idle'] as const
