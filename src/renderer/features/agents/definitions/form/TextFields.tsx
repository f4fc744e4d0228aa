import { useText } from '../../../../messages/TextProvider.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { type FormPart, textIn } from './form-part.ts'

type PartProps = { readonly part: FormPart }

/** The purpose and the instructions of an agent. */
export function TextFields({ part }: PartProps) {
  const t = useText()
  const { values, set, setBody, errorOf } = part
  return (
    <>
      <Field
        label={t('agents.new.description')}
        hint={t('agents.new.descriptionHint')}
        error={errorOf('description')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            value={textIn(values, 'description')}
            maxLength={1_000}
            onText={(text) => set('description', text === '' ? undefined : text)}
          />
        )}
      </Field>
      <Field label={t('agents.new.prompt')} hint={t('agents.new.promptHint')}>
        {(ids) => <TextArea {...ids} rows={8} value={values.body} onText={setBody} />}
      </Field>
    </>
  )
}

/** The name that is shown. */
export function NameField({
  part: { values, set, errorOf },
  autoFocus,
}: PartProps & { autoFocus?: boolean }) {
  const t = useText()
  return (
    <Field label={t('agents.form.name')} hint={t('agents.form.nameHint')} error={errorOf('name')}>
      {(ids) => (
        <TextInput
          {...ids}
          autoFocus={autoFocus === true}
          value={textIn(values, 'name')}
          maxLength={80}
          onText={(text) => set('name', text === '' ? undefined : text)}
        />
      )}
    </Field>
  )
}
