import { useMemo, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { useApp } from '../chat-context.ts'
import { NOTHING_SELECTED, withinListed, withRange, withToggled } from './chat-selection.ts'

/** Keeps which chats of the list are selected, as long as the list is shown. */
export function useChatSelection() {
  const [chosen, setChosen] = useState(NOTHING_SELECTED)
  const sessions = useApp((state) => state.sessions)
  const current = useApp((state) => state.openSession)
  const listed = useMemo(() => Object.values(sessions).flatMap(({ rows }) => rows), [sessions])
  const selection = useMemo(() => withinListed(chosen, new Set(listed.map(({ id }) => id))), [chosen, listed])
  const rows: readonly SessionListing[] = listed.filter(({ id }) => selection.ids.has(id))
  return {
    rows,
    selected: selection.ids,
    toggle: (id: SessionId) => setChosen(withToggled(selection, id)),
    rangeTo: (id: SessionId, list: Element) =>
      setChosen(withRange(selection, id, { order: chatsIn(list), current })),
    clear: () => setChosen(NOTHING_SELECTED),
  }
}

/** Returns the chats of a list in the order in which they are shown. */
export const chatsIn = (list: Element): readonly SessionId[] =>
  [...list.querySelectorAll<HTMLElement>('[data-chat]')].map(
    ({ dataset }) => (dataset['chat'] ?? '') as SessionId,
  )
