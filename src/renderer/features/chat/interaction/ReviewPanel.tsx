import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { focusComposer } from '../composer/composer-focus.ts'

type ReviewPanelProps = {
  /** Is given the panel. */
  readonly place?: RefObject<HTMLElement | null>
  readonly title: string
  /** The accessible label of the panel; by default the review of a request. */
  readonly label?: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** The content fixed at the bottom. Missing: the last child, over the text. */
  readonly footer?: ReactNode
}

/** A side panel in which something long is read before it is answered. Escape closes it and gives focus back. */
export function ReviewPanel({ place, title, label, onClose, children, footer }: ReviewPanelProps) {
  const t = useText()
  const name = label ?? t('chat.review')
  const own = useRef<HTMLElement>(null)
  const panel = place ?? own
  // Read while it is drawn for the first time: afterwards something inside may have taken the focus.
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    // The text takes the focus beside a footer, so that the keyboard scrolls it.
    const text = panel.current?.querySelector<HTMLElement>('[data-review-text]') ?? panel.current
    if (panel.current?.contains(document.activeElement) !== true) text?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else focusComposer()
    }
  }, [before, panel])
  useEffect(() => {
    // Before anything under it hears the key: in the message box it would stop the run.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || isInLayer(event.target)) return
      event.stopPropagation()
      onClose()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onClose])
  const main = document.querySelector('main')
  if (main === null) return null
  return createPortal(
    <section
      ref={panel}
      aria-label={name}
      data-pane
      tabIndex={-1}
      className="absolute inset-y-0 right-0 z-(--z-drawer) flex w-[min(880px,85%)] flex-col bg-side shadow-pop outline-none"
    >
      <header className="flex h-(--h-bar) shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h2 className="min-w-0 truncate font-semibold text-fg-2 text-sm">{title}</h2>
        <span className="grow" />
        <IconButton icon="x" label={t('ui.close')} onClick={onClose} />
      </header>
      <div
        {...(footer === undefined
          ? {}
          : { 'data-review-text': '', role: 'group', tabIndex: 0, 'aria-label': name })}
        className={classNames(
          'grid min-h-0 flex-1 auto-rows-max grid-cols-[minmax(0,1fr)] content-start gap-3 overflow-y-auto p-4',
          footer === undefined &&
            '[&>:last-child]:sticky [&>:last-child]:-bottom-4 [&>:last-child]:-mb-4 [&>:last-child]:bg-side [&>:last-child]:pt-2 [&>:last-child]:pb-4',
        )}
      >
        {children}
      </div>
      {footer === undefined ? null : <footer className="border-line border-t p-4">{footer}</footer>}
    </section>,
    main,
  )
}

/** A menu, a list of choices or a dialog that has come up since closes first. */
function isInLayer(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null
  )
}
