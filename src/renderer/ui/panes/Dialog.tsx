import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../base/class-names.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { ForeignText } from '../text/ForeignText.tsx'

type DialogProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly hint?: string
  /** Position and size of the dialog. */
  readonly className?: string
  /** Draws no head of its own; the title is still said. */
  readonly bare?: boolean
  /** Begins with the focus on the dialog itself, for content that takes it when there is something to focus. */
  readonly waitsForFocus?: boolean
  readonly children: ReactNode
}

/** The topmost layer. Esc closes it and the focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, hint, className, bare = false, waitsForFocus = false, children } = props
  const t = useText()
  const before = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-scrim) bg-scrim" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement
            if (!waitsForFocus || !(event.target instanceof HTMLElement)) return
            event.preventDefault()
            event.target.focus()
          }}
          onCloseAutoFocus={(event) => {
            // Without a trigger of its own the library would leave the focus nowhere.
            event.preventDefault()
            if (before.current instanceof HTMLElement) before.current.focus()
          }}
          {...(hint === undefined ? { 'aria-describedby': undefined } : {})}
          className={classNames(
            'no-drag fixed z-(--z-dialog) flex max-h-[calc(100vh-48px)] max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-xl bg-overlay shadow-dialog outline-none focus-visible:outline-none',
            className ?? '-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-120',
          )}
        >
          {bare ? (
            <Radix.Title className="unseen">{title}</Radix.Title>
          ) : (
            <div className="flex items-center gap-2 pt-4 pr-4 pb-3 pl-5">
              <div className="min-w-0 grow">
                <Radix.Title className="font-semibold text-md">
                  <ForeignText text={title} prose />
                </Radix.Title>
                {hint === undefined ? null : (
                  <Radix.Description className="text-fg-3 text-sm">{hint}</Radix.Description>
                )}
              </div>
              <Radix.Close asChild>
                <IconButton icon="x" label={t('ui.close')} />
              </Radix.Close>
            </div>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
