import { Activity, type KeyboardEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Something that stands now in one place of the page and now in another. It is drawn once, so that what is typed in it
 * stays: what is drawn anew in another place begins with empty fields.
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
  /** What had the focus when it went out of the page: the browser lets go of that. */
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

/** Where it stands. At most one place at a time is drawn. */
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

/** What stands there. Draw it after its places: what takes the focus as it comes up has to be in the page by then. */
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
