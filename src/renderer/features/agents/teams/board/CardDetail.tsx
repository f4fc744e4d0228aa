import { useState } from 'react'
import { type Card, type CardId, CardStatus } from '#shared/team/card.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { PassingButton } from '../../../../ui/controls/PassingButton.tsx'
import { useIntoView } from '../../../../ui/hooks/use-into-view.ts'
import { useAgents } from '../../agents-context.ts'
import { useTeamScene } from '../team-scene.ts'

type CardDetailProps = {
  readonly card: Card
  readonly onMove: (status: CardStatus) => void
  readonly onEdit: () => void
}

/** Shows the text of a card with its move targets and the edit form. */
export function CardDetail({ card, onMove, onEdit }: CardDetailProps) {
  const t = useText()
  const { api, app } = useAgents()
  const { view, readOnly } = useTeamScene()
  const { team } = view
  const [sure, setSure] = useState(false)
  const opened = useIntoView<HTMLDivElement>()
  const { id, status, description, metadata } = card
  const remove = () => app.attempt(api.command('team.removeCard', { teamId: team.id, card: id }))
  return (
    <div ref={opened} className="grid gap-2 border-line border-t px-3 py-2">
      <p className="max-h-48 overflow-y-auto whitespace-pre-wrap break-words text-fg-2">
        {description.trim() === '' ? t('teams.card.noDescription') : description}
      </p>
      <Links words={t('teams.card.waitsFor')} ids={card.blockedBy} />
      <Links words={t('teams.card.blocks')} ids={card.blocks} />
      {Object.entries(metadata).map(([key, value]) => (
        <p key={key} className="plain-code break-words text-fg-3 text-xs">
          {key}: {value}
        </p>
      ))}
      {readOnly ? null : (
        <div className="flex flex-wrap gap-1">
          <Button size="small" onClick={onEdit}>
            {t('teams.card.edit')}
          </Button>
          {CardStatus.options
            .filter((to) => to !== status)
            .map((to) => (
              <Button key={to} size="small" onClick={() => onMove(to)}>
                {t(`teams.card.to.${to}`)}
              </Button>
            ))}
          {sure ? (
            <>
              <Button size="small" look="danger" autoFocus onClick={remove}>
                {t('teams.card.removeSure', { id })}
              </Button>
              <PassingButton size="small" look="ghost" onClick={() => setSure(false)}>
                {t('teams.keep')}
              </PassingButton>
            </>
          ) : (
            <Button size="small" look="ghost-danger" onClick={() => setSure(true)}>
              {t('teams.card.remove')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Other cards this one has to do with. Nothing where there are none. */
function Links({ words, ids }: { words: string; ids: readonly CardId[] }) {
  const t = useText()
  if (ids.length === 0) return null
  return (
    <p className="figures text-fg-3 text-xs">
      {t('teams.card.links', { words, cards: ids.map((id) => `#${id}`).join(', ') })}
    </p>
  )
}
