import { createContext, useContext } from 'react'
import type { CallId, EventId, RunId } from '#shared/ids.ts'

/** The call of a tool, which has no name of its own outside its run. */
export type FoundCall = { readonly callId: CallId | string; readonly runId: RunId | null }

/** The found place: an event, and the call if it is a tool answer. */
export type FoundPlace = {
  readonly eventId: EventId
  readonly call: FoundCall | null
  /** The query, or its longest word for separate matches. */
  readonly words: string
}

const FoundContext = createContext<FoundPlace | null>(null)

/** Names the place the person was taken to, so that what hides the words opens. */
export const FoundProvider = FoundContext.Provider

/** Returns the query if this call is the found place; otherwise null. */
export function useFoundIn({ callId, runId }: FoundCall): string | null {
  const found = useContext(FoundContext)
  return found?.call?.callId === callId && found.call.runId === runId ? found.words : null
}

/** Whether this event is the found place. */
export function useIsFoundEvent(eventId: EventId): boolean {
  return useContext(FoundContext)?.eventId === eventId
}
