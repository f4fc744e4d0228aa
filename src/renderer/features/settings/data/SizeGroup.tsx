import type { HomeSizes } from '#shared/home/home-data.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../ui/base/bytes-text.ts'
import { Meter } from '../../../ui/limits/Meter.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { SettingGroup } from '../SectionHead.tsx'

type SizeGroupProps = {
  readonly sizes: HomeSizes | null
  readonly problem: string | null
  readonly onRetry: () => void
}

/** The size of the stored data by part, the largest first. */
export function SizeGroup({ sizes, problem, onRetry }: SizeGroupProps) {
  const t = useText()
  const bytesText = useBytesText()
  if (problem !== null) return <Failure message={problem} onRetry={onRetry} />
  if (sizes === null) {
    return (
      <SettingGroup label={t('data.size')}>
        <div role="status" aria-label={t('data.measuring')} className="p-4">
          <Placeholder rows={6} />
        </div>
      </SettingGroup>
    )
  }
  const total = sizes.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const parts = sizes.parts
    .filter(({ bytes }) => bytes > 0)
    .toSorted((left, right) => right.bytes - left.bytes)
  const most = parts[0]?.bytes ?? 1
  return (
    <SettingGroup label={t('data.size')}>
      <ul aria-label={t('data.sizeHint')} className="py-1">
        {parts.map(({ part, bytes }) => (
          <li
            key={part}
            className="grid grid-cols-[minmax(0,1fr)_160px_88px] items-center gap-x-4 px-4 py-1 text-sm @max-[440px]:grid-cols-[minmax(0,1fr)_88px]"
          >
            <span className="min-w-0 break-words">{t(`data.part.${part}`)}</span>
            <span aria-hidden="true" className="@max-[440px]:hidden">
              <Meter label="" parts={[{ key: 'share', share: bytes / most, fill: 'plain' }]} />
            </span>
            <span className="figures text-right text-fg-2">{bytesText(bytes)}</span>
          </li>
        ))}
      </ul>
      <p className="figures flex flex-wrap justify-between gap-x-4 border-line border-t px-4 py-2 text-sm">
        <span className="text-fg-3">
          {sizes.free === null ? '' : t('data.free', { size: bytesText(sizes.free) })}
        </span>
        <span className="font-medium">{t('data.total', { size: bytesText(total) })}</span>
      </p>
    </SettingGroup>
  )
}
