import type { KeyboardEvent } from 'react'
import type { TriggerId } from '#shared/ids.ts'
import type { TriggerListing } from '#shared/trigger/trigger.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { useAgo, useDateText } from '../../ui/base/time.ts'
import { Mark } from '../../ui/controls/Mark.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { useRoving } from '../../ui/hooks/roving.ts'
import { DayLane, LaneHead } from './DayLane.tsx'
import { markOf, resultText, startsText, workText } from './trigger-words.ts'
import type { TriggerActs } from './use-acts.ts'
import { utcText } from './utc-text.ts'

type TriggerTableProps = {
  readonly listings: readonly TriggerListing[]
  readonly open: TriggerId | 'new' | null
  readonly onOpen: (id: TriggerId | 'new') => void
  readonly acts: TriggerActs
}

/** The triggers as a table. Arrow keys move; Space switches, R runs, Delete deletes, N adds. */
export function TriggerTable({ listings, open, onOpen, acts }: TriggerTableProps) {
  const t = useText()
  const roving = useRoving('[data-trigger]')
  const act = (event: KeyboardEvent<HTMLElement>): void => {
    roving(event)
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const listing = listings.find(({ trigger }) => trigger.id === target.dataset['trigger'])
    if (listing === undefined || event.defaultPrevented) return
    if (key === ' ') acts.enable(listing, !listing.trigger.enabled)
    else if (key === 'r') acts.run(listing)
    else if (key === 'Delete') acts.remove(listing)
    else if (key === 'n') onOpen('new')
    else return
    event.preventDefault()
  }
  const current = listings.some(({ trigger }) => trigger.id === open) ? open : listings[0]?.trigger.id
  return (
    <table aria-label={t('shell.triggers')} onKeyDown={act} className="w-full table-fixed text-sm">
      <thead className="text-fg-3 text-xs">
        <tr className="h-8 border-line border-b text-left [&>th]:px-2 [&>th]:font-normal">
          <th scope="col" className="w-[28%] pl-4!">
            {t('triggers.column.name')}
          </th>
          <th scope="col">{t('triggers.column.starts')}</th>
          <th scope="col" className="w-[22%] max-[1300px]:hidden">
            <LaneHead />
          </th>
          <th scope="col">{t('triggers.column.next')}</th>
          <th scope="col">{t('triggers.column.last')}</th>
          <th scope="col" className="w-16 text-right">
            {t('triggers.column.week')}
          </th>
          <th scope="col" className="w-14 text-right">
            {t('triggers.column.on')}
          </th>
        </tr>
      </thead>
      <tbody>
        {listings.map((listing) => (
          <TriggerRow
            key={listing.trigger.id}
            listing={listing}
            isOpen={listing.trigger.id === open}
            isCurrent={listing.trigger.id === current}
            onOpen={() => onOpen(listing.trigger.id)}
            onEnable={(enabled) => acts.enable(listing, enabled)}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  readonly listing: TriggerListing
  readonly isOpen: boolean
  readonly isCurrent: boolean
  readonly onOpen: () => void
  readonly onEnable: (enabled: boolean) => void
}

function TriggerRow({ listing, isOpen, isCurrent, onOpen, onEnable }: RowProps) {
  const t = useText()
  const ago = useAgo()
  const { trigger, last, waiting, week } = listing
  const state = waiting ? 'wait' : last === null ? 'pend' : markOf(last)
  return (
    <tr
      className={classNames(
        'h-12 border-line border-b [&>td]:truncate [&>td]:px-2',
        isOpen ? 'bg-select-live' : 'hover:bg-hover',
      )}
    >
      <td className="pl-4!">
        <button
          type="button"
          data-trigger={trigger.id}
          tabIndex={isCurrent ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          onClick={onOpen}
          className="flex w-full min-w-0 items-center gap-2 rounded-sm py-1 text-left"
        >
          <Mark state={state} label={waiting ? t('triggers.state.waiting') : lastWord(t, last)} />
          <span className="min-w-0">
            <span className="block truncate font-medium">{trigger.name}</span>
            <span className="block truncate text-fg-3 text-xs">{workText(t, trigger.work)}</span>
          </span>
        </button>
      </td>
      <td title={startsText(t, trigger.source)}>{startsText(t, trigger.source)}</td>
      <td className="max-[1300px]:hidden">
        <DayLane times={listing.dayAhead} isOn={trigger.enabled} />
      </td>
      <td>
        <NextRun listing={listing} />
      </td>
      <td title={last === null ? undefined : resultText(t, last)}>
        {waiting ? <span className="text-warn-fg">{t('triggers.state.waiting')}</span> : lastWord(t, last)}
        {last === null ? null : <span className="block truncate text-fg-3 text-xs">{ago(last.at)}</span>}
      </td>
      <td className="figures text-right">
        ${week.usd.toFixed(2)}
        <span className="block text-fg-3 text-xs">{week.runs}</span>
      </td>
      <td className="text-right">
        <Switch
          label={t('triggers.switch', { name: trigger.name })}
          checked={trigger.enabled}
          onChange={onEnable}
        />
      </td>
    </tr>
  )
}

const lastWord = (t: ReturnType<typeof useText>, last: TriggerListing['last']): string =>
  last === null ? t('triggers.never') : resultText(t, last)

function NextRun({ listing: { nextAt, trigger } }: { readonly listing: TriggerListing }) {
  const t = useText()
  const dateText = useDateText()
  if (!trigger.enabled) return <span className="text-fg-3">{t('triggers.off')}</span>
  if (nextAt === null) return <span className="text-fg-3">{t('triggers.onEvent')}</span>
  return (
    <>
      <span className="figures block truncate">{dateText(nextAt)}</span>
      <span className="figures block truncate text-fg-3 text-xs">
        {t('triggers.utc', { time: utcText(nextAt).slice(11) })}
      </span>
    </>
  )
}
