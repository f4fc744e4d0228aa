import { useState } from 'react'
import type { PullWatchView } from '#shared/changes/pull-watch.ts'
import type { ProjectId } from '#shared/ids.ts'
import { englishOf } from '#shared/sentences.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { type Text, useNoticeWords, useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { useNumbers } from '../ui/base/numbers.ts'
import { useAgo, useDateText } from '../ui/base/time.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Chip } from '../ui/controls/Chip.tsx'
import { Mark, type MarkState } from '../ui/controls/Mark.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

type PullWatchListProps = { readonly api: Data; readonly app: AppStore; readonly projectId: ProjectId }

/** The pull requests that are followed or repaired. Nothing is drawn where there are none. */
export function PullWatchList(props: PullWatchListProps) {
  const t = useText()
  const { data } = useQuery('pulls.watches', { projectId: props.projectId })
  if (data === null || data.length === 0) return null
  return (
    <section aria-label={t('pulls.watches')} className="shrink-0 border-line border-b">
      <h3 className="px-4 pt-3 pb-1 font-semibold text-fg-2 text-sm">{t('pulls.watches')}</h3>
      <ul className="grid">
        {data.toReversed().map((watch) => (
          <WatchRow key={watch.id} {...props} watch={watch} />
        ))}
      </ul>
    </section>
  )
}

function WatchRow({ api, app, projectId, watch }: PullWatchListProps & { readonly watch: PullWatchView }) {
  const t = useText()
  const words = useNoticeWords()
  const { id: watchId, number, title, kind, state, ended, fix } = watch
  const [isBusy, setIsBusy] = useState(false)
  const act = (name: 'pulls.stopWatch' | 'pulls.dismissWatch' | 'pulls.pushFix' | 'pulls.checkWatch') => {
    setIsBusy(true)
    app.attempt(api.command(name, { watchId }).finally(() => setIsBusy(false)))
  }
  const chat = fix?.sessionId ?? watch.sessionId
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5 text-sm">
      <Mark state={markOf(watch)} />
      <span className="min-w-0 grow basis-60">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">
            #{number} <ForeignText text={title} prose />
          </span>
          <Chip size="small">{t(`pulls.watchKind.${kind}`)}</Chip>
        </span>
        <span className="block text-fg-3 text-xs">
          {ended === null ? stateText(t, watch) : words(englishOf([ended]), [ended])} <Facts watch={watch} />
        </span>
      </span>
      {chat === null ? null : (
        <Button size="small" look="ghost" onClick={() => app.openSession(chat, projectId)}>
          {t('pulls.openChat')}
        </Button>
      )}
      {state === 'asking' ? (
        <Button size="small" look="primary" disabled={isBusy} onClick={() => act('pulls.pushFix')}>
          {t('pulls.pushFix')}
        </Button>
      ) : null}
      {state === 'watching' ? (
        <Button
          size="small"
          look="ghost"
          icon="refresh"
          disabled={isBusy}
          onClick={() => act('pulls.checkWatch')}
        >
          {t('pulls.checkNow')}
        </Button>
      ) : null}
      {state === 'ended' ? (
        <Button size="small" look="ghost" disabled={isBusy} onClick={() => act('pulls.dismissWatch')}>
          {t('pulls.dismiss')}
        </Button>
      ) : (
        <Button
          size="small"
          look="ghost"
          icon="stop"
          disabled={isBusy}
          onClick={() => act('pulls.stopWatch')}
        >
          {t('pulls.stop')}
        </Button>
      )}
    </li>
  )
}

function markOf({ state, end, run }: PullWatchView): MarkState {
  if (state === 'asking' || run === 'waiting' || run === 'interrupted') return 'wait'
  if (state === 'fixing') return 'run'
  if (end === null) return 'pend'
  if (end.why === 'green' || end.why === 'merged') return 'done'
  return end.why === 'stopped' || end.why === 'closed' || end.why === 'expired' ? 'stop' : 'fail'
}

function stateText(t: Text, { state, fix, run }: PullWatchView): string {
  if (state === 'asking')
    return t(fix?.isDelicate === true ? 'pulls.watchState.delicate' : 'pulls.watchState.asking')
  if (state === 'fixing') return t(`pulls.watchState.${run ?? 'running'}`)
  return t(fix === null ? 'pulls.watchState.following' : 'pulls.watchState.watching')
}

function Facts({ watch }: { readonly watch: PullWatchView }) {
  const t = useText()
  const ago = useAgo()
  const date = useDateText()
  const numbers = useNumbers()
  const { fix, usd, checkedAt, state, expiresAt } = watch
  const facts = [
    ...(fix === null ? [] : [t('pulls.watchTries', { tries: fix.tries, most: fix.maxTries })]),
    ...(fix === null || usd === null
      ? []
      : [t('pulls.watchUsd', { usd: numbers.dollars(usd), limit: numbers.dollars(fix.limit) })]),
    ...(checkedAt === null || state === 'ended' ? [] : [t('pulls.watchChecked', { ago: ago(checkedAt) })]),
    ...(state === 'ended' ? [] : [t('pulls.watchUntil', { date: date(expiresAt) })]),
  ]
  return <span className="figures">{facts.length === 0 ? '' : `· ${facts.join(' · ')}`}</span>
}
