import { useText } from '../../../../messages/TextProvider.tsx'
import { useAgents } from '../../agents-context.ts'
import { useTeamScene } from '../team-scene.ts'
import { CardForm, type CardWords } from './CardForm.tsx'

/** Puts a card on the board. The form stays for the next one. */
export function AddCardForm({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { api } = useAgents()
  const { team } = useTeamScene().view
  const add = ({ blockedBy, blocks, owner, ...text }: CardWords) =>
    api.command('team.addCard', {
      teamId: team.id,
      card: { ...text, blockedBy: [...blockedBy] },
      blocks: [...blocks],
      owner,
    })
  return (
    <div className="mx-4 mb-3 shrink-0 rounded-md bg-raised p-3 inset-ring inset-ring-line-strong">
      <CardForm
        label={t('teams.addCard')}
        submit={t('teams.card.add')}
        card={null}
        onSave={add}
        onClose={onClose}
      />
    </div>
  )
}
