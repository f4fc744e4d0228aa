import { type Card, type CardStatus, openBlockers } from '#shared/team/card.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { classNames } from '../../../../ui/base/class-names.ts'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { clockText, useAgo, useNow } from '../../../../ui/base/time.ts'
import { Mark } from '../../../../ui/controls/Mark.tsx'
import { Member } from '../members/Member.tsx'
import { memberNamed, useTeamScene } from '../team-scene.ts'
import { CardDetail } from './CardDetail.tsx'
import { CARD_TYPE } from './card-drag.ts'

type BoardCardProps = {
  readonly card: Card
  readonly current: boolean
  readonly open: boolean
  readonly onOpen: () => void
  readonly onMove: (status: CardStatus) => void
  readonly onEdit: () => void
}

/** Shows one card: subject, owner, and blockers or elapsed time. */
export function BoardCard({ card, current, open, onOpen, onMove, onEdit }: BoardCardProps) {
  const t = useText()
  const { id, subject, status, owner } = card
  const { readOnly } = useTeamScene()
  return (
    <li
      draggable={!readOnly}
      onDragStart={(event) => {
        event.dataTransfer.setData(CARD_TYPE, String(id))
        event.dataTransfer.effectAllowed = 'move'
      }}
      className={classNames(
        'rounded-md border text-sm/4',
        status === 'completed' ? '' : 'bg-raised shadow-card',
        status === 'in_progress' ? 'border-accent-line' : 'border-line',
      )}
    >
      <button
        type="button"
        data-card={id}
        aria-expanded={open}
        tabIndex={current ? 0 : -1}
        onClick={onOpen}
        className="grid w-full gap-2 rounded-md px-3 py-2 text-left hover:bg-hover"
      >
        <span className="flex gap-2">
          <span className={classNames('min-w-0 grow break-words', status === 'completed' && 'text-fg-2')}>
            {subject}
          </span>
          <span className="plain-code shrink-0 text-fg-3 text-xs">{t('teams.card.number', { id })}</span>
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-fg-3 text-xs">
          {owner === null ? <span>{t('teams.card.unclaimed')}</span> : <Member name={owner} />}
          <span className="grow" />
          <Standing card={card} />
        </span>
      </button>
      {open ? <CardDetail card={card} onMove={onMove} onEdit={onEdit} /> : null}
    </li>
  )
}

/** Shows a card's blockers, elapsed time or completion time. */
function Standing({ card }: { card: Card }) {
  const t = useText()
  const { view, moodOf } = useTeamScene()
  const { status, owner, completedAt } = card
  const ago = useAgo()
  if (status === 'completed') return <span className="figures shrink-0">{ago(completedAt ?? 0)}</span>
  if (status === 'in_progress') {
    const member = owner === null ? null : memberNamed(view, owner)
    if (member !== null && moodOf(member) === 'asking') {
      return (
        <span className="flex shrink-0 items-center gap-1 text-warn-fg">
          <Mark state="wait" className="size-3.5" />
          {t('teams.card.asks')}
        </span>
      )
    }
    return <Since at={card.startedAt ?? card.createdAt} />
  }
  const waits = openBlockers(card, view.cards)
  if (waits.length === 0) return <span className="shrink-0">{t('teams.card.ready')}</span>
  return (
    <span className="figures flex min-w-0 items-center gap-1">
      <Icon name="link" size="xs" className="shrink-0" />
      <span className="break-words">
        {t('teams.card.after', { cards: waits.map((each) => `#${each}`).join(', ') })}
      </span>
    </span>
  )
}

function Since({ at }: { at: number }) {
  const now = useNow(1_000)
  return <span className="figures shrink-0">{clockText(now - at)}</span>
}
