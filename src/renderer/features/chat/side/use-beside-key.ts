import { useEffect, useRef } from 'react'
import type { SessionListing } from '#shared/session/session.ts'
import { useChat } from '../chat-context.ts'
import { useSide } from './side-context.ts'
import { useOpenBeside } from './use-open-beside.ts'

/**
 * Carries out the key of the second chat: it shows the chat of the focused row, or the newest other chat of the project. With
 * a second chat and no focused row it closes that.
 */
export function useBesideKey(): void {
  const { app } = useChat()
  const side = useSide()
  const openBeside = useOpenBeside()
  const act = () => {
    const { openProject, openSession, sessions } = app.store.getState()
    const rows = openProject === null ? [] : (sessions[openProject]?.rows ?? [])
    const focused = focusedRow(rows)
    if (focused !== undefined) return openBeside(focused.id, focused.projectId)
    if (side.store.getState().chat !== null) return side.close()
    const other = openSession === null ? undefined : rows.find(({ id }) => id !== openSession)
    if (other !== undefined) openBeside(other.id, other.projectId)
  }
  const latest = useRef(act)
  latest.current = act
  useEffect(() => app.onAction((action) => action === 'beside' && latest.current()), [app])
}

/** The chat whose row in the list has the focus. */
function focusedRow(rows: readonly SessionListing[]): SessionListing | undefined {
  const { activeElement } = document
  const id = activeElement?.closest<HTMLElement>('[data-chat]')?.dataset['chat']
  return id === undefined ? undefined : rows.find((row) => row.id === id)
}
