import { useEffect, useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { clockText } from '../base/time.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Mark, type MarkState } from '../controls/Mark.tsx'
import { ForeignText } from '../text/ForeignText.tsx'

export type ToastNotice = {
  readonly id: string
  readonly mark: MarkState
  readonly text: string
  /** Offers to take the deed back, or another next step. */
  readonly action?: { readonly label: string; readonly onAct: () => void }
  readonly seconds: number
}

/** Shows a toast; screens get it from the frame. */
export type ShowToast = (toast: Omit<ToastNotice, 'id'>) => void

type ToastProps = { readonly notice: ToastNotice; readonly onDismiss: (id: string) => void }

/** Shows a message that disappears on its own, unless hovered or focused. */
export function Toast({ notice, onDismiss }: ToastProps) {
  const t = useText()
  const [left, setLeft] = useState(notice.seconds)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    if (left <= 0) return onDismiss(notice.id)
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [held, left, notice.id, onDismiss])
  const act = () => {
    notice.action?.onAct()
    onDismiss(notice.id)
  }
  return (
    <div
      role="alert"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="layer-pop flex min-h-10 max-w-120 items-center gap-2 rounded-lg bg-overlay pr-2 pl-3 text-sm shadow-pop"
    >
      <Mark state={notice.mark} />
      <span className="min-w-0 break-words py-2">
        <ForeignText text={notice.text} prose lines />
      </span>
      {notice.action === undefined ? null : (
        <>
          <Button size="small" onClick={act}>
            {notice.action.label}
          </Button>
          <span aria-hidden="true" className="figures text-fg-3 text-xs">
            {clockText(left * 1_000)}
          </span>
        </>
      )}
      <IconButton icon="x" size="small" label={t('ui.dismiss')} onClick={() => onDismiss(notice.id)} />
    </div>
  )
}
