import { useText } from '../../messages/TextProvider.tsx'
import { useLate } from '../hooks/use-late.ts'

type PlaceholderProps = {
  readonly rows: number
  readonly rowHeight?: number
  /** Delay before placeholder rows appear, in milliseconds. */
  readonly quietMs?: number
}

/** Still rows of the final height. They appear only when the wait is long. */
export function Placeholder({ rows, rowHeight = 28, quietMs = 300 }: PlaceholderProps) {
  const t = useText()
  const late = useLate(quietMs)
  return (
    <div aria-busy="true" style={{ minHeight: rows * rowHeight }}>
      <span className="unseen">{t('ui.loading')}</span>
      {late
        ? Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
            <div key={row} className="flex items-center px-2" style={{ height: rowHeight }}>
              <span className="h-2 rounded-xs bg-track" style={{ width: `${70 - ((row * 17) % 40)}%` }} />
            </div>
          ))
        : null}
    </div>
  )
}
