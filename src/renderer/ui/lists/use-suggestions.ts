import { type KeyboardEvent, useId, useState } from 'react'
import { commandMove } from './command-move.ts'
import { optionId } from './option-id.ts'

/** The text to complete and its start position. */
export type Typed = { readonly from: number; readonly typed: string }

/** A list over the box one types into. The box keeps the focus and hands its keys on. */
export type Suggestions<Found> = {
  readonly id: string
  readonly open: boolean
  readonly found: readonly Found[]
  /** The place of the one that Enter takes. */
  readonly at: number
  readonly choose: (chosen: Found) => void
  /** True when the key was the list's. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

type Suggested<Found> = {
  /** Null when nothing is typed that the list could complete. */
  readonly token: Typed | null
  readonly found: readonly Found[]
  /** True when there is nothing left to complete, so that Enter is the box's. */
  readonly isTypedOut: (found: Found) => boolean
  readonly choose: (chosen: Found) => void
}

type Place = Typed & { readonly at: number; readonly closed: boolean }

/** Walks through what was found for what is typed, chooses from it and puts it away. */
export function useSuggestions<Found>({ token, found, isTypedOut, choose }: Suggested<Found>) {
  const id = useId()
  const [place, setPlace] = useState<Place>({ from: -1, typed: '', at: 0, closed: false })
  const isHere = token !== null && place.from === token.from
  // A list that was closed stays so until what was typed by then is taken back.
  const closed = place.closed && isHere && token.typed.startsWith(place.typed)
  const at = isHere && place.typed === token.typed ? Math.min(place.at, found.length - 1) : 0
  const open = token !== null && found.length > 0 && !closed
  const onKey = (event: KeyboardEvent): boolean => {
    const active = found[at]
    if (!open || active === undefined) return false
    const { isComposing } = event.nativeEvent
    const { key, keyCode, shiftKey, altKey, ctrlKey, metaKey } = event
    const pressed = { key, keyCode, shiftKey, altKey, ctrlKey, metaKey, isComposing }
    const move = commandMove(pressed, { at, count: found.length, complete: isTypedOut(active) })
    if (move === null) return false
    event.preventDefault()
    const { from, typed } = token
    if (move === 'close') setPlace({ from, typed, at, closed: true })
    else if (move !== 'accept') setPlace({ from, typed, at: move.to, closed: false })
    else choose(active)
    return true
  }
  return { id, open, found, at, choose, onKey } satisfies Suggestions<Found>
}

/**
 * Tracks whether the person types into a box. False during IME composition, because the text is not final.
 */
export function useTyping() {
  const [composing, setComposing] = useState(false)
  const [focused, setFocused] = useState(false)
  return {
    isTyping: focused && !composing,
    /** For the box itself. */
    heard: {
      onCompositionStart: () => setComposing(true),
      onCompositionEnd: () => setComposing(false),
      onFocus: () => setFocused(true),
      // React drops the focus event of a box that is focused while a card is removed.
      onInput: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

/** Returns the ARIA attributes of a box for its open list. */
export function suggesting(lists: readonly Pick<Suggestions<unknown>, 'id' | 'open' | 'at'>[]) {
  const open = lists.find((each) => each.open)
  if (open === undefined) return {}
  return {
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-controls': open.id,
    'aria-activedescendant': optionId(open.id, open.at),
  }
}
