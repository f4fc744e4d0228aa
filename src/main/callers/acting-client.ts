import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientId } from '#shared/ids.ts'
import type { NewId } from '../lib/ids.ts'

/** The client that writes an event: a window, a command line, or the app itself. */
export type ActingClient = ReturnType<typeof createActingClient>

/** A call of a client. Runs that it started remember it longer than it takes. */
type Call = { readonly client: ClientId; isAnswered: boolean }

/**
 * Creates the source of client ids for the log: each window and each command line is one client (requirement S-EV-04).
 * Events of a run after the answer to its call name the app. For display only, never a right.
 */
export function createActingClient(newId: NewId) {
  const app: ClientId = newId('client')
  const clients = new Map<number, ClientId>()
  const calls = new AsyncLocalStorage<Call>()
  let open = 0
  const clientOf = (windowId: number): ClientId => {
    const known = clients.get(windowId)
    if (known !== undefined) return known
    const made = newId('client')
    clients.set(windowId, made)
    return made
  }
  return {
    current: (): ClientId => {
      const call = calls.getStore()
      return call === undefined || call.isAnswered ? app : call.client
    },
    /** Answers a call of a window as that window. */
    during: async <T>(windowId: number, answer: () => T | Promise<T>): Promise<T> => {
      const call: Call = { client: clientOf(windowId), isAnswered: false }
      open += 1
      try {
        return await calls.run(call, async () => answer())
      } finally {
        call.isAnswered = true
        open -= 1
        // Following asynchronous work slows every promise of the process.
        if (open === 0) calls.disable()
      }
    },
    /** Makes the next page in a window another client. */
    forget: (windowId: number): void => void clients.delete(windowId),
  }
}
