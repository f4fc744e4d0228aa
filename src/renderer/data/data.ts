import type { AppEvent } from '#shared/events/delivery.ts'
import type { SessionEvent } from '#shared/events/event.ts'
import type { CallRequest, CallResponse } from '#shared/ipc/contract.ts'
import type { Api } from '../api.ts'
import type { CommandName, QueryName } from './query-names.ts'
import { createQueryStore, type QueryStore } from './query-store.ts'
import { isElsewhere, STALE_AFTER } from './stale-after.ts'

/** The way of a component to main. Components keep answers with `useQuery`. */
export type Data = Pick<Api, 'onEvent'> & {
  /** Carries out an act. Throws the `AppError` that main refused with. */
  readonly command: <N extends CommandName>(name: N, request: CallRequest<N>) => Promise<CallResponse<N>>
  /** Reads once, for an act that needs the answer. Nothing keeps the answer up to date. */
  readonly read: <N extends QueryName>(name: N, request: CallRequest<N>) => Promise<CallResponse<N>>
  readonly queries: QueryStore
}

/** Creates the data layer of a window. `received` makes the queries stale that an event changes. */
export function createData(api: Api) {
  const queries = createQueryStore(api.call)
  const data: Data = { command: api.call, read: api.call, onEvent: api.onEvent, queries }
  function received(event: AppEvent | SessionEvent): void {
    const names = STALE_AFTER[event.kind]
    if (names.length === 0) return
    queries.makeStale((name, request) => names.includes(name) && !isElsewhere(event, request))
  }
  return { data, received }
}
