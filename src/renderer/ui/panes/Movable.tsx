import { Activity, type KeyboardEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Content that moves between places of the page. It is rendered once, so that input is kept: rendering it
 * again elsewhere would reset its fields.
 */
export type Movable = {
  readonly holder: HTMLElement
  /** Brings it to a place, for as long as the place is there. */
  readonly moveTo: (place: HTMLElement | null) => (() => void) | undefined
}

export function useMovable(): Movable {
  const [movable] = useState(createMovable)
  return movable
}

function createMovable(): Movable {
  const holder = document.createElement('div')
  holder.className = 'contents'
  /** The focused element before removal, because the browser then drops the focus. */
  let left: HTMLElement | null = null
  const moveTo: Movable['moveTo'] = (place) => {
    if (place === null) return
    if (holder.parentElement !== place) place.append(holder)
    if (document.activeElement === document.body) left?.focus()
    left = null
    return () => {
      const { activeElement } = document
      left = activeElement instanceof HTMLElement && holder.contains(activeElement) ? activeElement : null
    }
  }
  return { holder, moveTo }
}

/** Marks a place for the content. Render at most one place at a time. */
export function MovablePlace({ of }: { of: Movable }) {
  return <div ref={of.moveTo} className="contents" />
}

type MovableContentProps = {
  readonly of: Movable
  /** Whether a place for it is drawn. Without one it keeps what is typed and costs nothing. */
  readonly shown: boolean
  /** Sends it away. Keys pressed in it bubble to where this stands, and not to what is around its place. */
  readonly onEscape: (() => void) | null
  readonly children: ReactNode
}

/**
 * Renders the content. Place it after its places, because an element that takes the focus must already be in
 * the page.
 */
export function MovableContent({ of, shown, onEscape, children }: MovableContentProps) {
  const [wasShown, setWasShown] = useState(shown)
  if (shown && !wasShown) setWasShown(true)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || onEscape === null) return
    event.stopPropagation()
    onEscape()
  }
  if (!shown && !wasShown) return null
  return createPortal(
    <Activity mode={shown ? 'visible' : 'hidden'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up here from what is inside */}
      <div onKeyDown={onKeyDown} className="contents">
        {children}
      </div>
    </Activity>,
    of.holder,
  )
}
