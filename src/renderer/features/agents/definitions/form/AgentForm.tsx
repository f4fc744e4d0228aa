import { useText } from '../../../../messages/TextProvider.tsx'
import { FORM_KEYS, type FormPart } from './form-part.ts'
import { RulesField } from './RulesField.tsx'
import { SettingFields } from './SettingFields.tsx'
import { NameField, TextFields } from './TextFields.tsx'
import { ToolsField } from './ToolsField.tsx'

type AgentFormProps = {
  readonly part: FormPart
  readonly source: 'user' | 'project'
  readonly tools: readonly string[]
}

/** An agent file as a form. It changes only the keys it shows. */
export function AgentForm({ part, source, tools }: AgentFormProps) {
  return (
    <div className="grid max-w-180 gap-4">
      <NameField part={part} autoFocus />
      <TextFields part={part} />
      <FormSettings part={part} source={source} tools={tools} />
    </div>
  )
}

/** The settings of an agent, below its texts. */
export function FormSettings({ part, source, tools }: AgentFormProps) {
  const t = useText()
  const shown: readonly string[] = FORM_KEYS
  const others = Object.keys(part.values.header).filter((key) => !shown.includes(key))
  return (
    <>
      <SettingFields part={part} />
      <ToolsField part={part} known={tools} />
      <RulesField part={part} source={source} />
      {others.length === 0 ? null : (
        <p className="text-fg-3 text-xs">{t('agents.form.others', { keys: others.join(', ') })}</p>
      )}
    </>
  )
}
