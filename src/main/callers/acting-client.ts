import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientId } from '#shared/ids.ts'
import type { NewId } from '../lib/ids.ts'

/** The client of an event that is written now: a window, a command line, or the app itself. */
export type ActingClient = ReturnType<typeof createActingClient>

/**
 * Tells who acts, for the log: each window and each command line is a client of its own, by requirement S-EV-04. What a
 * run writes later, when the call that started it was answered, is by the app. For display only, never a right.
 */
export function createActingClient(newId: NewId) {
  const app: ClientId = newId('client')
  const clients = new Map<number, ClientId>()
  const calls = new AsyncLocalStorage<ClientId>()
  let open = 0
  const clientOf = (windowId: number): ClientId => {
    const known = clients.get(windowId)
    if (known !== undefined) return known
    const made = newId('client')
    clients.set(windowId, made)
    return made
  }
  return {
    current: (): ClientId => calls.getStore() ?? app,
    /** Answers a call of a window as that window. */
    during: async <T>(windowId: number, answer: () => T | Promise<T>): Promise<T> => {
      open += 1
      try {
        return await calls.run(clientOf(windowId), async () => answer())
      } finally {
        open -= 1
        // Following asynchronous work slows every promise of the process. It also ends here for runs that calls started.
        if (open === 0) calls.disable()
      }
    },
    /** A page starts or ends in this window: the next one is another client. */
    forget: (windowId: number): void => void clients.delete(windowId),
  }
}
