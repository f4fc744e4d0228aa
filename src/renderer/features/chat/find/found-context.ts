import { createContext, useContext } from 'react'
import type { CallId, RunId } from '#shared/ids.ts'

/** The call of a tool, which has no name of its own outside its run. */
export type FoundCall = { readonly callId: CallId | string; readonly runId: RunId | null }

const FoundContext = createContext<FoundCall | null>(null)

/** Names the call whose answer holds the place the person was taken to, so that what hides the words opens. */
export const FoundProvider = FoundContext.Provider

export function useIsFound({ callId, runId }: FoundCall): boolean {
  const found = useContext(FoundContext)
  return found !== null && found.callId === callId && found.runId === runId
}
