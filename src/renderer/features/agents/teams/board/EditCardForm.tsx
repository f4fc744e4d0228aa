import type { Card } from '#shared/team/card.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useAgents } from '../../agents-context.ts'
import { useTeamScene } from '../team-scene.ts'
import { CardForm, type CardWords } from './CardForm.tsx'

/** Shows the edit form above the board, because a column is too narrow. */
export function EditCardForm({ card, onClose }: { card: Card; onClose: () => void }) {
  const t = useText()
  const { api } = useAgents()
  const { team } = useTeamScene().view
  const save = ({ owner, blockedBy, blocks, ...text }: CardWords) => {
    const changes = { ...text, blockedBy: [...blockedBy], blocks: [...blocks] }
    const given = owner === card.owner ? {} : { owner }
    return api.command('team.writeCard', { teamId: team.id, card: card.id, changes, ...given })
  }
  return (
    <div className="mx-4 mb-3 max-h-[85%] shrink-0 overflow-y-auto rounded-md bg-raised p-3 inset-ring inset-ring-line-strong">
      <p className="mb-2 text-fg-3 text-xs">{t('teams.card.number', { id: card.id })}</p>
      <CardForm
        label={t('teams.card.edit')}
        submit={t('teams.card.save')}
        card={card}
        onSave={save}
        onClose={onClose}
      />
    </div>
  )
}
