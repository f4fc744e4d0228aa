import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Card, CardId } from '#shared/team/card.ts'
import { problemOf } from '../../../../api.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../../../ui/controls/Field.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { useTeamScene } from '../team-scene.ts'
import { readCardNumbers } from './card-numbers.ts'

/** The typed fields of a card. */
export type CardWords = {
  readonly subject: string
  readonly description: string
  readonly blockedBy: readonly CardId[]
  readonly blocks: readonly CardId[]
  /** Whom it is meant for; null: anybody. */
  readonly owner: string | null
}

type CardFormProps = {
  readonly label: string
  readonly submit: string
  /** The card to edit; null for a new one. */
  readonly card: Card | null
  readonly onSave: (words: CardWords) => Promise<unknown>
  readonly onClose: () => void
}

const ANYBODY = '*'
const numbered = (ids: readonly CardId[]) => ids.map((id) => `#${id}`).join(', ')
const draftOf = (card: Card | null) => ({
  subject: card?.subject ?? '',
  description: card?.description ?? '',
  after: numbered(card?.blockedBy ?? []),
  before: numbered(card?.blocks ?? []),
  owner: card?.owner ?? ANYBODY,
})

/**
 * Shows the form of a new or edited card. After a new card the form stays open for the next; Escape closes
 * it.
 */
export function CardForm({ label, submit, card, onSave, onClose }: CardFormProps) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOf(card))
  const [problem, setProblem] = useState<string | null>(null)
  const after = readCardNumbers(draft.after)
  const before = readCardNumbers(draft.before)
  const subject = draft.subject.trim()
  const ready = subject !== '' && after.ok && before.ok
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (subject === '' || !after.ok || !before.ok) return
    setProblem(null)
    const { description, owner } = draft
    const links = { blockedBy: after.ids, blocks: before.ids }
    onSave({ subject, description, ...links, owner: owner === ANYBODY ? null : owner }).then(
      () => (card === null ? setDraft(draftOf(null)) : onClose()),
      (error: unknown) => setProblem(problemOf(error).message),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  const wrong = (read: typeof after) => (read.ok ? null : t('teams.card.notANumber', { text: read.word }))
  return (
    <form aria-label={label} onSubmit={save} onKeyDown={onKeyDown} className="grid gap-2">
      <Field label={t('teams.card.subject')}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            maxLength={200}
            value={draft.subject}
            onText={(text) => set({ subject: text })}
          />
        )}
      </Field>
      <Field label={t('teams.card.description')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={card === null ? 2 : 3}
            maxLength={20_000}
            value={draft.description}
            onText={(description) => set({ description })}
          />
        )}
      </Field>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-2">
        <Field label={t('teams.card.waitsFor')} hint={t('teams.card.waitsForHint')} error={wrong(after)}>
          {(ids) => <TextInput {...ids} value={draft.after} onText={(text) => set({ after: text })} />}
        </Field>
        <Field label={t('teams.card.blocks')} error={wrong(before)}>
          {(ids) => <TextInput {...ids} value={draft.before} onText={(text) => set({ before: text })} />}
        </Field>
        <Field label={t('teams.card.meantFor')}>
          {({ id }) => <Owner id={id} value={draft.owner} onChange={(owner) => set({ owner })} />}
        </Field>
      </div>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary" disabled={!ready}>
          {submit}
        </Button>
        <Button size="small" look="ghost" onClick={onClose}>
          {t('agents.cancel')}
        </Button>
      </div>
    </form>
  )
}

type OwnerProps = {
  readonly id: string
  readonly value: string
  readonly onChange: (owner: string) => void
}

function Owner({ id, value, onChange }: OwnerProps) {
  const t = useText()
  const { members } = useTeamScene().view
  const present = members.filter(({ state }) => state !== 'left').map(({ name }) => name)
  const names = present.includes(value) || value === ANYBODY ? present : [...present, value]
  const options = names.map((name) => ({ value: name, label: name }))
  return (
    <Select
      id={id}
      value={value}
      groups={[{ title: null, options: [{ value: ANYBODY, label: t('teams.card.anybody') }, ...options] }]}
      onChange={onChange}
    />
  )
}
