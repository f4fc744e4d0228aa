import { useText } from '../messages/TextProvider.tsx'
import { Toast, type ToastNotice } from '../ui/Toast.tsx'

type ToastRegionProps = {
  readonly notices: readonly ToastNotice[]
  readonly onDismiss: (id: string) => void
}

/** Bottom right of the page, the newest lowest, at most three. They stand above a foot that holds the way on or in which one writes. */
export function ToastRegion({ notices, onDismiss }: ToastRegionProps) {
  const t = useText()
  return (
    <section
      aria-label={t('shell.notices')}
      className="fixed right-[calc(1rem+var(--beside-foot,0px))] bottom-[max(2.5rem,var(--above-foot,0px))] z-(--z-toast) grid justify-items-end gap-2 [:root[data-foot]_&]:bottom-23"
    >
      {notices.slice(-3).map((notice) => (
        <Toast key={notice.id} notice={notice} onDismiss={onDismiss} />
      ))}
    </section>
  )
}
