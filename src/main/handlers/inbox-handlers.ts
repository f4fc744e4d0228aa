import type { INBOX_CALLS } from '#shared/ipc/calls/inbox-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Inbox } from '../log/listings/inbox.ts'

type Rooms = { readonly inbox: Inbox }

/** Creates the handlers for the approval inbox. */
export function createInboxHandlers({ inbox }: Rooms): Pick<Handlers, keyof typeof INBOX_CALLS> {
  return { 'inbox.list': () => inbox.list() }
}
