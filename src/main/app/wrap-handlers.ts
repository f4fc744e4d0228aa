import type { Handlers } from '#shared/ipc/contract.ts'

type Handler = (request: unknown, caller: unknown) => unknown

/** Every handler with the same thing around it. */
export function wrapHandlers(handlers: Handlers, wrap: (handler: Handler) => Handler): Handlers {
  const wrapped = Object.entries(handlers).map(([name, handler]) => [name, wrap(handler as Handler)])
  return Object.fromEntries(wrapped) as Handlers
}
