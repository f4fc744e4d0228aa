import type { AppErrorData } from '#shared/errors.ts'
import type { CallRequest } from '#shared/ipc/contract.ts'
import { type Api, problemOf } from '../api.ts'
import type { QueryName } from './query-names.ts'

/**
 * An answer and its state. `idle`: nothing was asked. `stale`: the data is shown and newer data is on its way.
 * `failed`: the newest call failed; older data may be present. The failure stays until the next answer.
 */
export type QueryState<Answer> =
  | { readonly state: 'idle' | 'loading'; readonly data: null; readonly failure: null }
  | { readonly state: 'loaded' | 'stale'; readonly data: Answer; readonly failure: null }
  | { readonly state: 'failed'; readonly data: Answer | null; readonly failure: AppErrorData }

/** Names one query: its call and its request as JSON. */
export type QueryKey = `${QueryName} ${string}`

export type QueryStore = ReturnType<typeof createQueryStore>

type Entry = {
  readonly name: QueryName
  readonly request: object
  readonly listeners: Set<() => void>
  state: QueryState<unknown>
  isLoading: boolean
  /** The data became stale while a call was running, so the query is asked once more after it. */
  isDirty: boolean
}

const IDLE = { state: 'idle', data: null, failure: null } as const
const LOADING = { state: 'loading', data: null, failure: null } as const

/**
 * Keeps the answers of queries while components use them. Users of one query share one call. When the last
 * user leaves, the query is cancelled: its answer is dropped, also one that arrives later.
 */
export function createQueryStore(call: Api['call']) {
  const entries = new Map<QueryKey, Entry>()

  function load(key: QueryKey, entry: Entry): void {
    entry.isLoading = true
    entry.isDirty = false
    const settle = (state: QueryState<unknown>): void => {
      entry.isLoading = false
      // Cancelled, or opened again by a later user with a call of its own.
      if (entries.get(key) !== entry) return
      const isAgain = entry.isDirty
      write(entry, isAgain && state.state === 'loaded' ? { ...state, state: 'stale' } : state)
      if (isAgain) load(key, entry)
    }
    call(entry.name, entry.request as CallRequest<QueryName>).then(
      (data) => settle({ state: 'loaded', data, failure: null }),
      (error: unknown) => settle({ state: 'failed', data: entry.state.data, failure: problemOf(error) }),
    )
  }

  /** Uses a query until the returned function is called. The first user starts the call. */
  function watch(key: QueryKey, changed: () => void): () => void {
    let entry = entries.get(key)
    if (entry === undefined) {
      const { name, request } = partsOf(key)
      entry = { name, request, listeners: new Set(), state: LOADING, isLoading: false, isDirty: false }
      entries.set(key, entry)
      load(key, entry)
    }
    const { listeners } = entry
    const mine = entry
    // Two users may pass the same function.
    const listener = () => changed()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && entries.get(key) === mine) entries.delete(key)
    }
  }

  /** Asks a query again. During a call, it is asked once more after that call. */
  function reload(key: QueryKey): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    if (entry.state.state === 'loaded') write(entry, { ...entry.state, state: 'stale' })
    if (entry.isLoading) entry.isDirty = true
    else load(key, entry)
  }

  /** Asks the matching queries in use again. */
  function makeStale(isStale: (name: QueryName, request: object) => boolean): void {
    for (const [key, { name, request }] of [...entries]) if (isStale(name, request)) reload(key)
  }

  return {
    watch,
    reload,
    makeStale,
    /** The state of a query. It is the same object until the state changes. */
    stateOf: (key: QueryKey | null): QueryState<unknown> =>
      key === null ? IDLE : (entries.get(key)?.state ?? LOADING),
    /** The queries in use. */
    inUse: (): readonly QueryKey[] => [...entries.keys()],
  }
}

function write(entry: Entry, state: QueryState<unknown>): void {
  entry.state = state
  for (const listener of [...entry.listeners]) listener()
}

/** Returns the key of a query. The order of the fields in the request does not matter. */
export function keyOf<N extends QueryName>(name: N, request: CallRequest<N>): QueryKey {
  return `${name} ${JSON.stringify(request, sortedFields)}`
}

function sortedFields(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Reads a key back. Only `keyOf` makes keys, so the parts have the right types. */
function partsOf(key: QueryKey): { readonly name: QueryName; readonly request: object } {
  const at = key.indexOf(' ')
  return { name: key.slice(0, at) as QueryName, request: JSON.parse(key.slice(at + 1)) }
}
