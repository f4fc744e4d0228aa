import { type RefObject, useEffect, useRef } from 'react'
import { isMac } from '../ui/base/command-key.ts'
import { answerOfKey, type KeyAnswer } from './answer-keys.ts'
import { UNREAD_MS, useUnread } from './unread.ts'

type AnswerKeys = {
  /** The card or panel that shows the keys. */
  readonly place: RefObject<HTMLElement | null>
  /** The action of each key. Keys without one keep their default effect. */
  readonly answers: Partial<Readonly<Record<KeyAnswer, () => void>>>
}

/**
 * Answers the request in `place` with keys. They act while the focus is in it, or elsewhere in its pane while the
 * message box there is empty. They never act within 500 ms after the request appeared; from elsewhere also never within
 * 500 ms after the box held text.
 */
export function useAnswerKeys({ place, answers }: AnswerKeys): void {
  const isUnread = useUnread()
  const current = useRef(answers)
  current.current = answers
  const filledAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { current: card } = place
      if (card === null) return
      if (isFilled(messageBox(card))) filledAt.current = event.timeStamp
      const answer = answerOfKey(event, isMac())
      const act = answer === null ? undefined : current.current[answer]
      if (act === undefined || !isFor(card, event.target)) return
      // The key that has just sent or deleted the text must not answer when it is pressed once more.
      const isEditing = !isWithin(card, event.target) && event.timeStamp - filledAt.current < UNREAD_MS
      // Nothing else is to hear it: in the message box it would send, and on a button it would press.
      event.preventDefault()
      event.stopPropagation()
      if (!isUnread(event) && !isEditing) act()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [place, isUnread])
}

/** Whether a key pressed on `target` belongs to the request in `card`. */
function isFor(card: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // A field of the request keeps its keys while it holds text.
  if (card.contains(target)) return !isTextField(target) || fieldText(target) === ''
  const box = messageBox(card)
  if (box === null || isFilled(box)) return false
  // With two chats a key that was pressed nowhere answers in neither.
  if (target === document.body) {
    return document.querySelector(LAYERS) === null && document.querySelectorAll('[data-chat-pane]').length < 2
  }
  if (target === box) return true
  return card.closest('[data-pane]')?.contains(target) === true && !isTextField(target)
}

const isWithin = (card: HTMLElement, target: EventTarget | null): boolean =>
  target instanceof Node && card.contains(target)

/** Layers over the page that handle keys themselves. */
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]'

const messageBox = (card: HTMLElement): HTMLElement | null =>
  card.closest('[data-pane]')?.querySelector<HTMLElement>('[data-composer]') ?? null

const isFilled = (box: HTMLElement | null): boolean =>
  box !== null && (fieldText(box) !== '' || box.dataset['attached'] !== undefined)

function isTextField(target: HTMLElement): boolean {
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'file'].includes(target.type)
}

function fieldText(field: HTMLElement): string {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) return field.value
  return field.textContent ?? ''
}
