import { useEffect, useState } from 'react'
import { useText } from '../messages/TextProvider.tsx'

type PlaceholderProps = { readonly rows: number; readonly rowHeight?: number }

/** Still rows of the final height. They appear only when the wait is longer than 300 ms. */
export function Placeholder({ rows, rowHeight = 28 }: PlaceholderProps) {
  const t = useText()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
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
