import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../controls/Button.tsx'
import { Field } from '../controls/Field.tsx'
import { TextInput } from '../controls/TextInput.tsx'

/** A draft by a model: under way, refused or done. */
export type DraftState = {
  readonly isRunning: boolean
  /** Why there is no draft. */
  readonly problem: string | null
  /** The drafting model and its cost; null before. */
  readonly note: string | null
  readonly start: (wish: string) => void
  readonly stop: () => void
}

type DraftBoxProps = { readonly draft: DraftState; readonly hint: string }

/** Asks what is to be drafted, in a sentence. The draft is shown for review and saved by the person alone. */
export function DraftBox({ draft, hint }: DraftBoxProps) {
  const t = useText()
  const [wish, setWish] = useState('')
  const { isRunning, problem, note } = draft
  const ready = wish.trim() !== ''
  const act = () => {
    if (isRunning) draft.stop()
    else if (ready) draft.start(wish)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A form around it must not be sent.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      act()
    }
    if (event.key === 'Escape' && isRunning) {
      event.preventDefault()
      event.stopPropagation()
      draft.stop()
    }
  }
  return (
    <fieldset aria-label={t('draft.wish')} onKeyDown={onKeyDown} aria-busy={isRunning} className="min-w-0">
      <Field label={t('draft.wish')} hint={<span role="status">{note ?? hint}</span>} error={problem}>
        {(ids) => (
          <span className="flex gap-2">
            <TextInput
              {...ids}
              value={wish}
              maxLength={4_000}
              placeholder={t('draft.placeholder')}
              onText={setWish}
              className="grow"
            />
            <Button icon={isRunning ? 'stop' : 'bulb'} disabled={!isRunning && !ready} onClick={act}>
              {t(isRunning ? 'draft.stop' : 'draft.start')}
            </Button>
          </span>
        )}
      </Field>
    </fieldset>
  )
}
