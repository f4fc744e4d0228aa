import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field, FieldError } from '../../../ui/Field.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useAgents } from '../agents-context.ts'
import { readCardNumbers } from './card-numbers.ts'
import { useTeamScene } from './team-scene.ts'

const EMPTY = { subject: '', description: '', after: '' }

/** Puts a card on the board. The form stays for the next one; Escape leaves it. */
export function AddCardForm({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { api } = useAgents()
  const { team } = useTeamScene().view
  const [draft, setDraft] = useState(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const after = readCardNumbers(draft.after)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const subject = draft.subject.trim()
    if (subject === '' || !after.ok) return
    const card = { subject, description: draft.description, blockedBy: [...after.ids] }
    setProblem(null)
    api.call('team.addCard', { teamId: team.id, card }).then(
      () => setDraft(EMPTY),
      (error: unknown) => setProblem(problemOf(error).message),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <form
      aria-label={t('teams.addCard')}
      onSubmit={add}
      onKeyDown={onKeyDown}
      className="mx-4 mb-3 grid shrink-0 gap-2 rounded-md bg-raised p-3 inset-ring inset-ring-line-strong"
    >
      <Field label={t('teams.card.subject')}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            maxLength={200}
            value={draft.subject}
            onText={(subject) => setDraft({ ...draft, subject })}
          />
        )}
      </Field>
      <Field label={t('teams.card.description')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={20_000}
            value={draft.description}
            onText={(description) => setDraft({ ...draft, description })}
          />
        )}
      </Field>
      <Field
        label={t('teams.card.waitsFor')}
        hint={t('teams.card.waitsForHint')}
        error={after.ok ? null : t('teams.card.notANumber', { text: after.word })}
      >
        {(ids) => (
          <TextInput {...ids} value={draft.after} onText={(text) => setDraft({ ...draft, after: text })} />
        )}
      </Field>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={draft.subject.trim() === '' || !after.ok}>
          {t('teams.card.add')}
        </Button>
        <Button look="ghost" onClick={onClose}>
          {t('agents.cancel')}
        </Button>
      </div>
    </form>
  )
}
