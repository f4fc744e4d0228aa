import { createContext, useContext } from 'react'
import type { CallId, EventId, RunId } from '#shared/ids.ts'

/** The call of a tool, which has no name of its own outside its run. */
export type FoundCall = { readonly callId: CallId | string; readonly runId: RunId | null }

/** Where the person was taken to: an event, and the call it answers when it is an answer of a tool. */
export type FoundPlace = { readonly eventId: EventId; readonly call: FoundCall | null }

const FoundContext = createContext<FoundPlace | null>(null)

/** Names the place the person was taken to, so that what hides the words opens. */
export const FoundProvider = FoundContext.Provider

export function useIsFound({ callId, runId }: FoundCall): boolean {
  const found = useContext(FoundContext)?.call ?? null
  return found !== null && found.callId === callId && found.runId === runId
}

/** The same for something that stands in the chat by itself. */
export function useIsFoundEvent(eventId: EventId): boolean {
  return useContext(FoundContext)?.eventId === eventId
}
