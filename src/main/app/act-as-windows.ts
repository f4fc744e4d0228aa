import type { Caller, Handlers } from '#shared/ipc/contract.ts'
import type { ActingClient } from '../callers/acting-client.ts'
import { wrapHandlers } from './wrap-handlers.ts'

/** Lets the events that a call writes name the window, or the command line, that called. */
export function actAsWindows(handlers: Handlers, client: ActingClient): Handlers {
  return wrapHandlers(
    handlers,
    (handler) => (request, caller) =>
      client.during((caller as Caller).windowId, () => handler(request, caller)),
  )
}
