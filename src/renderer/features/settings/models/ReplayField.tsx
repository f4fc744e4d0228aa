import { useText } from '../../../messages/TextProvider.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { replayIn, replayOptions } from './model-choices.ts'
import type { ModelDraft } from './model-view.ts'

type ReplayFieldProps = {
  readonly draft: Pick<ModelDraft, 'api' | 'providerReplay'>
  readonly onReplay: (replay: ModelDraft['providerReplay']) => void
}

/** Shows the field for tool rounds whose reasoning is missing. */
export function ReplayField({ draft, onReplay }: ReplayFieldProps) {
  const t = useText()
  return (
    <Field label={t('settings.field.providerReplay')} hint={t('settings.field.providerReplayHint')}>
      {({ id }) => (
        <Select
          id={id}
          value={draft.providerReplay}
          groups={[{ title: null, options: replayOptions(draft, t) }]}
          onChange={(replay) => onReplay(replayIn(replay))}
        />
      )}
    </Field>
  )
}
