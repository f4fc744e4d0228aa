import { useLayoutEffect, useRef } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { Toast, type ToastNotice } from '../../ui/panes/Toast.tsx'

type ToastRegionProps = {
  readonly notices: readonly ToastNotice[]
  readonly onDismiss: (id: string) => void
}

/** Pixels between toasts and the conversation above them. */
const GAP = 8

/**
 * Shows toasts at the bottom right, newest last, at most three, above a page footer or composer. A
 * conversation leaves space for them.
 */
export function ToastRegion({ notices, onDismiss }: ToastRegionProps) {
  const t = useText()
  const region = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = region
    if (current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { height } = current.getBoundingClientRect()
      style.setProperty('--toasts-room', height === 0 ? '0px' : `${Math.ceil(height) + GAP}px`)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--toasts-room')
    }
  }, [])
  return (
    <section
      ref={region}
      aria-label={t('shell.notices')}
      className="fixed right-[calc(1rem+var(--beside-foot,0px))] bottom-[max(2.5rem,var(--above-foot,0px))] z-(--z-toast) grid justify-items-end gap-2 [:root[data-foot]_&]:bottom-23"
    >
      {notices.slice(-3).map((notice) => (
        <Toast key={notice.id} notice={notice} onDismiss={onDismiss} />
      ))}
    </section>
  )
}
