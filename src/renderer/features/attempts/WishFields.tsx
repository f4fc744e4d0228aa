import { useStore } from 'zustand'
import { LETTERS } from '#shared/attempts/letters.ts'
import { EFFORTS } from '#shared/model/efforts.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { oneOf } from '../../ui/base/one-of.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { LetterBadge } from './LetterBadge.tsx'
import type { WishDraft } from './wish-draft.ts'

type WishFieldsProps = {
  readonly app: AppStore
  readonly draft: WishDraft
  /** Its place among the attempts, from 0. */
  readonly number: number
  readonly onChange: (draft: WishDraft) => void
  /** Null where it cannot be removed. */
  readonly onRemove: (() => void) | null
}

/** The model, the effort and the own words of one attempt. */
export function WishFields({ app, draft, number, onChange, onRemove }: WishFieldsProps) {
  const t = useText()
  const models = useStore(app.store, (state) => state.models)
  const letter = LETTERS[number] ?? 'A'
  const chosen = models.find(({ ref }) => ref === draft.model)
  const efforts = chosen?.efforts ?? EFFORTS
  return (
    <fieldset aria-label={t('attempts.attempt', { letter })} className="flex items-center gap-2">
      <LetterBadge letter={letter} />
      <Select
        label={t('attempts.model', { letter })}
        value={draft.model}
        groups={[{ title: null, options: models.map(({ ref, label }) => ({ value: ref, label })) }]}
        onChange={(value) => {
          const model = models.find(({ ref }) => ref === value)
          if (model !== undefined) onChange({ ...draft, model: model.ref, effort: null })
        }}
        className="w-48 shrink-0"
      />
      <Select
        label={t('attempts.effort', { letter })}
        value={draft.effort ?? ''}
        groups={[
          {
            title: null,
            options: [
              { value: '', label: t('chat.effort.model') },
              ...efforts.map((effort) => ({ value: effort, label: t(`chat.effort.${effort}`) })),
            ],
          },
        ]}
        onChange={(value) => onChange({ ...draft, effort: oneOf(EFFORTS, value) })}
        className="w-36 shrink-0"
      />
      <TextInput
        aria-label={t('attempts.words', { letter })}
        placeholder={t('attempts.wordsHint')}
        value={draft.words}
        onText={(words) => onChange({ ...draft, words })}
      />
      {onRemove === null ? null : (
        <IconButton icon="x" size="small" label={t('attempts.dropWish', { letter })} onClick={onRemove} />
      )}
    </fieldset>
  )
}
