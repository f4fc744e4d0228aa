import type { HomeWork } from '#shared/home/home-data.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../ui/base/bytes-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Meter } from '../../../ui/limits/Meter.tsx'

type CopyProgressProps = { readonly work: HomeWork; readonly onStop: () => void }

/** The progress of a copy, and the way to stop it. */
export function CopyProgress({ work: { kind, phase, done, total }, onStop }: CopyProgressProps) {
  const t = useText()
  const bytesText = useBytesText()
  const far =
    phase !== 'copying'
      ? t(`data.phase.${phase}`)
      : kind !== 'export'
        ? t('data.progress.bytes', { done: bytesText(done), total: bytesText(total) })
        : t('data.progress.chats', { done, total })
  return (
    <div className="grid w-72 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
      <Meter
        label={far}
        parts={[{ key: 'done', share: total === 0 ? 0 : done / total, fill: 'live' }]}
        className="min-w-0"
      />
      <Button size="small" onClick={onStop}>
        {t('data.cancel')}
      </Button>
      <span className="figures text-fg-3 text-xs">{far}</span>
    </div>
  )
}
