import { createContext, useContext } from 'react'
import type { CallId, EventId, RunId } from '#shared/ids.ts'

/** The call of a tool, which has no name of its own outside its run. */
export type FoundCall = { readonly callId: CallId | string; readonly runId: RunId | null }

/** Where the person was taken to: an event, and the call it answers when it is an answer of a tool. */
export type FoundPlace = {
  readonly eventId: EventId
  readonly call: FoundCall | null
  /** What was asked for, or the longest of its words where they stand apart. */
  readonly words: string
}

const FoundContext = createContext<FoundPlace | null>(null)

/** Names the place the person was taken to, so that what hides the words opens. */
export const FoundProvider = FoundContext.Provider

/** What was asked for where the person was taken to this call; null where they were not. */
export function useFoundIn({ callId, runId }: FoundCall): string | null {
  const found = useContext(FoundContext)
  return found?.call?.callId === callId && found.call.runId === runId ? found.words : null
}

/** The same for something that stands in the chat by itself. */
export function useIsFoundEvent(eventId: EventId): boolean {
  return useContext(FoundContext)?.eventId === eventId
}
