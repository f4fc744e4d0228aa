import { useState } from 'react'
import type { CardId, CardStatus } from '#shared/team/card.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { classNames } from '../../../../ui/base/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Mark, type MarkState } from '../../../../ui/controls/Mark.tsx'
import { useTeamScene } from '../team-scene.ts'
import { BoardCard } from './BoardCard.tsx'
import type { Column } from './board-columns.ts'
import { CARD_TYPE, draggedCard } from './card-drag.ts'

const MARKS: Readonly<Record<CardStatus, MarkState>> = {
  pending: 'pend',
  in_progress: 'run',
  completed: 'done',
}

/** Cards shown per column before "show more". */
const PAGE = 60

type BoardColumnProps = {
  readonly column: Column
  /** The card that Tab leads to. */
  readonly cursor: CardId | null
  readonly open: CardId | null
  readonly onOpen: (id: CardId) => void
  readonly onMove: (id: CardId, status: CardStatus) => void
  readonly onEdit: (id: CardId) => void
}

/** The cards in one state. A card that is dropped here goes into it. */
export function BoardColumn({ column, cursor, open, onOpen, onMove, onEdit }: BoardColumnProps) {
  const t = useText()
  const { status, cards } = column
  const { readOnly } = useTeamScene()
  const [over, setOver] = useState(false)
  const [most, setMost] = useState(PAGE)
  const title = t(`teams.column.${status}`)
  const at = cards.findIndex(({ id }) => id === cursor)
  const shown = cards.slice(0, Math.max(most, at + 1))
  const more = cards.length - shown.length
  return (
    <section
      aria-label={title}
      onDragOver={(event) => {
        if (readOnly || !event.dataTransfer.types.includes(CARD_TYPE)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const id = draggedCard(event.dataTransfer)
        if (id === null) return
        event.preventDefault()
        if (!cards.some((card) => card.id === id)) onMove(id, status)
      }}
      className={classNames('grid min-w-0 content-start gap-2 rounded-md', over && 'bg-select')}
    >
      <header className="sticky top-0 z-(--z-sticky) flex h-6 items-center gap-2 bg-canvas px-1 text-sm">
        {cards.length === 0 ? (
          <Mark state="pend" label={title} />
        ) : (
          <Mark state={MARKS[status]} label={title} />
        )}
        <h4 className="truncate font-semibold">{title}</h4>
        <span className="figures text-fg-3 text-xs">{cards.length}</span>
      </header>
      <ul aria-label={title} className="grid gap-2">
        {shown.map((card) => (
          <BoardCard
            key={card.id}
            card={card}
            current={card.id === cursor}
            open={card.id === open}
            onOpen={() => onOpen(card.id)}
            onMove={(to) => onMove(card.id, to)}
            onEdit={() => onEdit(card.id)}
          />
        ))}
      </ul>
      {more === 0 ? null : (
        <Button size="small" look="ghost" onClick={() => setMost(most + PAGE)}>
          {t('teams.column.more', { count: Math.min(PAGE, more) })}
        </Button>
      )}
    </section>
  )
}
