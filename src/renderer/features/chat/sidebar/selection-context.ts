import { createContext, useContext } from 'react'
import type { SessionId } from '#shared/ids.ts'

/** The selection in the list of chats, as rows use it. */
export type ListChoice = {
  readonly selected: ReadonlySet<SessionId>
  readonly toggle: (id: SessionId) => void
  /** Selects from the anchor to a chat, in the order in which `list` shows chats. */
  readonly rangeTo: (id: SessionId, list: Element) => void
  readonly clear: () => void
}

const ListChoiceContext = createContext<ListChoice | null>(null)

export const ListChoiceProvider = ListChoiceContext.Provider

export function useListChoice(): ListChoice {
  const choice = useContext(ListChoiceContext)
  if (choice === null) throw new Error('A row of a chat is outside the list.')
  return choice
}
