import { useText } from '../../messages/TextProvider.tsx'
import { useAgo } from '../../ui/base/time.ts'
import { Meter } from '../../ui/limits/Meter.tsx'

/** A run that was given a memory or a part of a page. */
export type EntryUse = {
  readonly key: string
  readonly at: number
  /** The chat it went to; null when that is gone. */
  readonly title: string | null
  readonly as: string
  readonly score: number
  readonly onOpen: () => void
}

/** Shows where an entry was used: chat, kind and match score. */
export function UsesTable({ all }: { readonly all: readonly EntryUse[] }) {
  const t = useText()
  if (all.length === 0) return <p className="text-fg-3 text-sm">{t('memory.wentNowhere')}</p>
  return (
    <table className="w-full table-fixed text-left text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} w-20 max-wide:w-14`}>
            {t('memory.when')}
          </th>
          <th scope="col" className={HEAD}>
            {t('memory.where')}
          </th>
          <th scope="col" className={`${HEAD} w-52 max-wide:w-28`}>
            {t('memory.as')}
          </th>
          <th scope="col" className={`${HEAD} w-28 text-right max-wide:w-14`}>
            {t('memory.matchColumn')}
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ key, ...went }) => (
          <Line key={key} {...went} />
        ))}
      </tbody>
    </table>
  )
}

const HEAD = 'h-7 truncate border-line border-b pr-2 font-medium text-fg-3 text-xs'
const CELL = 'h-8 truncate border-line border-b pr-2'

function Line({ at, title, as, score: fits, onOpen }: Omit<EntryUse, 'key'>) {
  const t = useText()
  const ago = useAgo()
  const score = fits.toFixed(2)
  return (
    <tr>
      <td className={`${CELL} figures`}>{ago(at)}</td>
      <td className={CELL}>
        {title === null ? (
          <span className="text-fg-3">{t('memory.chatGone')}</span>
        ) : (
          <button
            type="button"
            onClick={onOpen}
            className="max-w-full truncate rounded-sm underline decoration-line-strong"
          >
            {title}
          </button>
        )}
      </td>
      <td className={`${CELL} text-fg-2 max-wide:whitespace-normal max-wide:py-1.5`} title={as}>
        {as}
      </td>
      <td className={`${CELL} text-right`}>
        <span className="inline-flex items-center gap-2">
          <Meter
            label={t('memory.match', { score })}
            parts={[{ key: 'score', share: fits, fill: 'plain' }]}
            className="w-12 max-wide:hidden"
          />
          <span className="figures">{score}</span>
        </span>
      </td>
    </tr>
  )
}
