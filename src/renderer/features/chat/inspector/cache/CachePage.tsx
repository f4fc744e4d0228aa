import { type CacheLedger, MOST_CACHE_ROWS } from '#shared/context/cache-ledger.ts'
import type { SessionId } from '#shared/ids.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../../ui/panes/Placeholder.tsx'
import { useChat, useSession } from '../../chat-context.ts'
import { InspectorHead } from '../InspectorHead.tsx'
import { CacheRowItem } from './CacheRowItem.tsx'
import { useLossText } from './loss-text.ts'

type CachePageProps = { readonly sessionId: SessionId; readonly onBack: () => void }

/** Shows what each request of the chat read from the provider's cache, and what the misses cost. */
export function CachePage({ sessionId, onBack }: CachePageProps) {
  const t = useText()
  const { api, app } = useChat()
  const newest = useSession((state) => state.path.findLast(({ kind }) => kind === 'message')?.id)
  const breaking = useSession((state) => state.folds.session?.meta.cacheBreak)
  const {
    data,
    problem,
    reload: again,
  } = useQuery('context.cache', { sessionId }, { reasons: [newest, breaking] })
  const endBreak = () =>
    app.attempt(api.command('session.update', { sessionId, changes: { cacheBreak: null } }))
  return (
    <>
      <InspectorHead title={t('context.cache')} onBack={onBack} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, also by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4">
          {problem === null ? null : <Failure message={problem} onRetry={again} />}
          {data !== null ? (
            <Ledger ledger={data} onUseAgain={endBreak} />
          ) : problem === null ? (
            <Placeholder rows={8} rowHeight={40} />
          ) : null}
        </div>
      </div>
    </>
  )
}

function Ledger({ ledger, onUseAgain }: { ledger: CacheLedger; onUseAgain: () => void }) {
  const t = useText()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
      {ledger.breaking === null ? null : (
        <div className="flex items-center gap-2">
          <p className="grow text-fg-2">{t(`context.cache.breaking.${ledger.breaking}`)}</p>
          <Button size="small" onClick={onUseAgain}>
            {t('context.cache.useAgain')}
          </Button>
        </div>
      )}
      {ledger.requests === 0 ? (
        <div className="grid gap-1">
          <p className="font-medium text-fg-2">{t('context.cache.none')}</p>
          <p className="text-fg-3">{t('context.cache.noneHint')}</p>
        </div>
      ) : (
        <>
          <Totals ledger={ledger} />
          <ol aria-label={t('context.cache.rows')} className="grid grid-cols-[minmax(0,1fr)]">
            {ledger.rows.map((row) => (
              <CacheRowItem key={row.eventId} row={row} />
            ))}
          </ol>
          {ledger.requests <= MOST_CACHE_ROWS ? null : (
            <p className="text-fg-3 text-xs">
              {t('context.cache.newest', { shown: ledger.rows.length, count: ledger.requests })}
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Totals({ ledger }: { ledger: CacheLedger }) {
  const t = useText()
  const numbers = useNumbers()
  const lossText = useLossText()
  const { prompt, read, saved, lost } = ledger
  const lines = [
    {
      name: t('context.cache.share'),
      value: numbers.percent(read / Math.max(1, prompt)),
      more: t('context.cache.shareOf', { read: numbers.short(read), prompt: numbers.short(prompt) }),
    },
    { name: t('context.cache.saved'), value: lossText(saved) },
    { name: t('context.cache.lost'), value: saved === null ? lossText(null) : lossText(lost) },
  ]
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {lines.map(({ name, value, more }) => (
        <div key={name} className="flex items-baseline gap-2">
          <dt className="text-fg-2">{name}</dt>
          <dd className="figures ml-auto text-right">
            {more === undefined ? null : <span className="mr-2 text-fg-3 text-xs">{more}</span>}
            <span className="font-medium">{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
