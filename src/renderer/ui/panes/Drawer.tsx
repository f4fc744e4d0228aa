import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { classNames } from '../base/class-names.ts'

type DrawerProps = {
  readonly side: 'left' | 'right'
  readonly label: string
  readonly onClose: () => void
  /** A wider one, for forms. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Shows a pane over the content in a narrow window. Escape and a click outside close it. */
export function Drawer({ side, label, onClose, wide = false, children }: DrawerProps) {
  const drawer = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  // Before a key can arrive: a late focus would take Escape away from the field that the person has chosen.
  useLayoutEffect(() => {
    before.current = document.activeElement
    drawer.current?.focus()
  }, [])
  useEffect(() => {
    const { current: element } = drawer
    return () => {
      const { activeElement: now } = document
      // Its former content may have moved elsewhere and kept the focus.
      const isFree = now === null || now === document.body || element?.contains(now) === true
      if (isFree && before.current instanceof HTMLElement) before.current.focus()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's way out; the keyboard has Escape */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="absolute inset-0 z-(--z-drawer)" onClick={onClose} />
      <section
        ref={drawer}
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className={classNames(
          'absolute inset-y-0 z-(--z-drawer) max-w-full overflow-auto border-line bg-side shadow-pop outline-none',
          wide ? 'w-94' : 'w-76',
          side === 'right' ? 'right-0 border-l' : 'left-0 border-r',
        )}
      >
        {children}
      </section>
    </>
  )
}
