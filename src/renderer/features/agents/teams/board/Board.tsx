import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CardId, CardStatus } from '#shared/team/card.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { useAgents } from '../../agents-context.ts'
import { useTeamScene } from '../team-scene.ts'
import { AddCardForm } from './AddCardForm.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import { cardAfter, columnsOf, placeOf } from './board-columns.ts'
import { EditCardForm } from './EditCardForm.tsx'

/** The board: what is to be done, by whom, and after what. One Tab stop; arrows move between cards. */
export function Board() {
  const t = useText()
  const { view, readOnly } = useTeamScene()
  const { cards } = view
  const [form, setForm] = useState<'new' | CardId | null>(null)
  const root = useRef<HTMLElement>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const edited = cards.find(({ id }) => id === form) ?? null
  const done = cards.filter(({ status }) => status === 'completed').length
  return (
    <section ref={root} aria-label={t('teams.board')} className="flex min-h-40 flex-1 flex-col">
      <div className="flex h-(--h-bar) shrink-0 items-center gap-2 px-4">
        <h3 className="font-semibold text-fg-2 text-sm">{t('teams.board')}</h3>
        <span className="figures text-fg-3 text-xs">
          {cards.length === 0 ? '' : t('teams.cards', { done, all: cards.length })}
        </span>
        <span className="grow" />
        {readOnly ? null : (
          <Button
            ref={adding}
            size="small"
            look="ghost"
            icon="plus"
            aria-expanded={form === 'new'}
            onClick={() => setForm(form === 'new' ? null : 'new')}
          >
            {t('teams.addCard')}
          </Button>
        )}
      </div>
      {form === 'new' ? (
        <AddCardForm
          onClose={() => {
            setForm(null)
            adding.current?.focus()
          }}
        />
      ) : null}
      {edited === null ? null : (
        <EditCardForm
          key={edited.id}
          card={edited}
          onClose={() => {
            setForm(null)
            root.current?.querySelector<HTMLElement>(`[data-card="${edited.id}"]`)?.focus()
          }}
        />
      )}
      {cards.length === 0 ? (
        <div className="grid flex-1 place-content-center gap-1 p-4 text-center">
          <p className="font-medium">{t('teams.noBoard')}</p>
          {readOnly ? null : <p className="max-w-[420px] text-fg-2 text-sm">{t('teams.noBoardHint')}</p>}
        </div>
      ) : (
        <Columns onEdit={setForm} />
      )}
    </section>
  )
}

function Columns({ onEdit }: { onEdit: (id: CardId) => void }) {
  const { api, app } = useAgents()
  const { cards, team } = useTeamScene().view
  const columns = useMemo(() => columnsOf(cards), [cards])
  const [at, setAt] = useState<CardId | null>(null)
  const [open, setOpen] = useState<CardId | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const cursor = placeOf(columns, at) === null ? (columns.flatMap((each) => each.cards)[0]?.id ?? null) : at
  const place = placeOf(columns, cursor)
  const keepFocus = useKeptFocus(root, cursor, place?.column ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (place === null || !(event.target instanceof Element) || !event.target.hasAttribute('data-card'))
      return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = cardAfter(columns, place, event.key)
    if (event.key.startsWith('Arrow')) event.preventDefault()
    if (next === null) return
    event.preventDefault()
    keepFocus.follow()
    setAt(next.id)
  }
  const move = (card: CardId, status: CardStatus) =>
    app.attempt(api.command('team.moveCard', { teamId: team.id, card, status }), 'team.moveCard')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up here from the cards
    <div
      ref={root}
      onKeyDown={onKeyDown}
      onFocus={keepFocus.onFocus}
      onBlur={keepFocus.onBlur}
      className="grid min-h-0 flex-1 grid-cols-3 content-start gap-2 overflow-y-auto px-4 pb-4"
    >
      {columns.map((column) => (
        <BoardColumn
          key={column.status}
          column={column}
          cursor={cursor}
          open={open}
          onOpen={(id) => {
            setAt(id)
            setOpen(open === id ? null : id)
          }}
          onMove={move}
          onEdit={onEdit}
        />
      ))}
    </div>
  )
}

/** Keeps the focus on the cursor, and on a card that is rendered again in another column. */
function useKeptFocus(root: RefObject<HTMLDivElement | null>, cursor: CardId | null, column: number | null) {
  const inside = useRef(false)
  const follows = useRef(false)
  useEffect(() => {
    // Removing a focused element leaves the focus on the body.
    const lost = inside.current && document.activeElement === document.body && column !== null
    if (!follows.current && !lost) return
    follows.current = false
    root.current?.querySelector<HTMLElement>(`[data-card="${cursor}"]`)?.focus()
  }, [root, cursor, column])
  return {
    follow: () => {
      follows.current = true
    },
    onFocus: () => {
      inside.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) inside.current = root.current?.contains(relatedTarget) ?? false
    },
  }
}
