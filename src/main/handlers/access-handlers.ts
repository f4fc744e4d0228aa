import type { AccessList } from '#shared/access/access.ts'
import type { ACCESS_CALLS } from '#shared/ipc/calls/access-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'

/** Creates the handler for the list of the ways in. */
export function createAccessHandlers(
  list: () => Promise<AccessList>,
): Pick<Handlers, keyof typeof ACCESS_CALLS> {
  return { 'access.list': () => list() }
}
