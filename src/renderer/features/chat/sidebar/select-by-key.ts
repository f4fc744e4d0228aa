import type { KeyboardEvent, MouseEvent } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { ListChoice } from './selection-context.ts'

/** Whether a click selects and does not open. */
export const isChoosing = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey

/**
 * Selects with the keyboard: Shift with an arrow up to the next chat, Ctrl or ⌘ with Space the chat itself. Returns
 * whether the key was used.
 */
export function selectByKey(
  event: KeyboardEvent<HTMLElement>,
  id: SessionId,
  choice: Pick<ListChoice, 'toggle' | 'rangeTo'>,
): boolean {
  if (event.key === ' ' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    choice.toggle(id)
    return true
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const list = event.currentTarget.closest('aside')
  if (step === undefined || list === null || !event.shiftKey || event.ctrlKey || event.altKey) return false
  event.preventDefault()
  const chats = [...list.querySelectorAll<HTMLElement>('[data-chat]')]
  const next = chats[chats.indexOf(event.currentTarget) + step]
  if (next === undefined) return true
  next.focus()
  choice.rangeTo((next.dataset['chat'] ?? '') as SessionId, list)
  return true
}
