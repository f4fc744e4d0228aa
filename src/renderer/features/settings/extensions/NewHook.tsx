import { useState } from 'react'
import { HookNews, HookPoint } from '#shared/hook/hook.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { NewFileForm } from './NewFileForm.tsx'

type NewHookProps = Pick<SettingsProps, 'api'> & { readonly onClose: () => void }

const isPoint = (value: string): value is HookPoint | HookNews =>
  HookPoint.safeParse(value).success || HookNews.safeParse(value).success

/** Asks for a new hook of the person. */
export function NewHook({ api, onClose }: NewHookProps) {
  const t = useText()
  const [on, setOn] = useState<HookPoint | HookNews>('tool.before')
  const [command, setCommand] = useState('')
  const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  return (
    <NewFileForm
      title={t('settings.hooks.new')}
      isWritten={command.trim() !== ''}
      onMake={(name) => api.command('hooks.create', { name, on, command })}
      onClose={onClose}
    >
      <Field label={t('settings.hooks.on')} hint={t('settings.hooks.onHint')}>
        {({ id }) => (
          <Select
            id={id}
            mono
            value={on}
            groups={[
              { title: t('settings.hooks.points'), options: optionsOf(HookPoint.options) },
              { title: t('settings.hooks.news'), options: optionsOf(HookNews.options) },
            ]}
            onChange={(value) => (isPoint(value) ? setOn(value) : undefined)}
          />
        )}
      </Field>
      <Field label={t('settings.hooks.command')} hint={t('settings.hooks.commandHint')}>
        {(ids) => <TextInput {...ids} mono value={command} maxLength={8_000} onText={setCommand} />}
      </Field>
    </NewFileForm>
  )
}
