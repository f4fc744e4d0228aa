import { useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { NewFileForm } from './NewFileForm.tsx'

type NewSkillProps = Pick<SettingsProps, 'api'> & { readonly onClose: () => void }

/** Asks for a new skill of the person. */
export function NewSkill({ api, onClose }: NewSkillProps) {
  const t = useText()
  const [description, setDescription] = useState('')
  const [text, setText] = useState('')
  return (
    <NewFileForm
      title={t('settings.skills.new')}
      isWritten={description.trim() !== '' && text.trim() !== ''}
      onMake={(name) => api.command('skills.create', { name, description, text })}
      onClose={onClose}
    >
      <Field label={t('settings.skills.description')} hint={t('settings.skills.descriptionHint')}>
        {(ids) => <TextInput {...ids} value={description} maxLength={1_000} onText={setDescription} />}
      </Field>
      <Field label={t('settings.skills.text')} hint={t('settings.skills.textHint')}>
        {(ids) => <TextArea {...ids} rows={6} value={text} onText={setText} />}
      </Field>
    </NewFileForm>
  )
}
