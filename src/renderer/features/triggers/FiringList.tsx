import type { TriggerId } from '#shared/ids.ts'
import type { TriggerFiring } from '#shared/trigger/trigger.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import { useDateText } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { markOf, resultText } from './trigger-words.ts'

type FiringListProps = {
  readonly title: string
  readonly firings: readonly TriggerFiring[]
  /** The names of triggers; without them the rows are those of one trigger. */
  readonly names: ReadonlyMap<TriggerId, string> | null
  readonly onOpenRun: (firing: TriggerFiring) => void
}

/** Rows of the history, newest first: what ran, and what did not and why. */
export function FiringList({ title, firings, names, onOpenRun }: FiringListProps) {
  const t = useText()
  return (
    <section aria-label={title} className="pb-2">
      <h3 className="flex h-(--h-bar) items-center px-4 font-semibold text-fg-2 text-sm">{title}</h3>
      {firings.length === 0 ? (
        <p className="px-4 text-fg-3 text-sm">{t('triggers.noRuns')}</p>
      ) : (
        <ul aria-label={title} className="px-2">
          {firings.map((firing) => (
            <FiringRow
              key={firing.id}
              firing={firing}
              name={names === null ? null : (names.get(firing.triggerId) ?? '')}
              onOpenRun={onOpenRun}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type FiringRowProps = {
  readonly firing: TriggerFiring
  readonly name: string | null
  readonly onOpenRun: (firing: TriggerFiring) => void
}

function FiringRow({ firing, name, onOpenRun }: FiringRowProps) {
  const t = useText()
  const say = useProblemWords()
  const dateText = useDateText()
  const { at, about, error, state, usd } = firing
  const isRun = state !== 'skipped' && state !== 'missed' && state !== 'claimed'
  const words = [resultText(t, firing), about, error === null ? null : say(error)].filter(
    (each) => each !== null,
  )
  return (
    <li className="flex min-h-8 items-center gap-2 rounded-sm px-2 text-sm hover:bg-hover">
      <span className="figures w-32 shrink-0 truncate text-fg-3 text-xs">{dateText(at)}</span>
      <Mark state={markOf(firing)} label={t(`triggers.state.${state}`)} />
      {name === null ? null : <span className="w-36 shrink-0 truncate">{name}</span>}
      <span className="min-w-0 grow truncate text-fg-2" title={words.join(' · ')}>
        {words.join(' · ')}
      </span>
      {usd === null ? null : <span className="figures text-fg-3 text-xs">${usd.toFixed(2)}</span>}
      {isRun ? (
        <Button
          size="small"
          look="ghost"
          aria-label={t('triggers.openRunOf', { name: name ?? '' })}
          onClick={() => onOpenRun(firing)}
        >
          {t('triggers.openRun')}
        </Button>
      ) : null}
    </li>
  )
}
