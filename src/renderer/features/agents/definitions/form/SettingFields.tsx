import { useStore } from 'zustand'
import { AgentColor, AgentMode } from '#shared/agent/definition.ts'
import { ReasoningEffort } from '#shared/model/model.ts'
import { MODEL_ROLES } from '#shared/model/roles.ts'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Select, type SelectGroup, type SelectOption } from '../../../../ui/controls/Select.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { useAgents } from '../../agents-context.ts'
import { type FormPart, textIn, typedNumber } from './form-part.ts'

type PartProps = { readonly part: FormPart }

/** The model, the permissions and the limits of an agent. */
export function SettingFields({ part }: PartProps) {
  const t = useText()
  const { values, set, errorOf } = part
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] items-start gap-4">
      <ModelField part={part} />
      <Choice
        part={part}
        name="effort"
        label={t('chat.effort')}
        unset={t('agents.form.effortUnset')}
        options={ReasoningEffort.options.map((value) => ({ value, label: t(`chat.effort.${value}`) }))}
      />
      <Choice
        part={part}
        name="mode"
        label={t('agents.fact.mode')}
        unset={t('agents.mode.primary')}
        hides="primary"
        options={AgentMode.options.map((value) => ({ value, label: t(`agents.mode.${value}`) }))}
      />
      <Choice
        part={part}
        name="permissionMode"
        label={t('agents.fact.permissionMode')}
        hint={t('agents.form.permissionHint')}
        unset={t('agents.form.permissionUnset')}
        options={PERMISSION_MODES.map((value) => ({ value, label: t(`shell.mode.${value}`) }))}
      />
      <Field
        label={t('agents.form.maxTurns')}
        hint={t('agents.form.maxTurnsHint')}
        error={errorOf('maxTurns')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            value={textIn(values, 'maxTurns')}
            onText={(text) => set('maxTurns', typedNumber(text))}
          />
        )}
      </Field>
      <Choice
        part={part}
        name="color"
        label={t('agents.form.color')}
        unset={t('agents.form.colorUnset')}
        options={AgentColor.options.map((value) => ({ value, label: t(`agents.color.${value}`) }))}
      />
    </div>
  )
}

/** The model of the chat, a size, or one model. */
function ModelField({ part }: PartProps) {
  const t = useText()
  const { app } = useAgents()
  const models = useStore(app.store, (state) => state.models)
  return (
    <Choice
      part={part}
      name="model"
      label={t('agents.fact.model')}
      unset={t('agents.form.modelUnset')}
      options={MODEL_ROLES.map((value) => ({ value, label: t(`models.role.${value}`) }))}
      more={{
        title: t('agents.form.models'),
        options: models.map(({ ref, label }) => ({ value: ref, label })),
      }}
    />
  )
}

type ChoiceProps = PartProps & {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The words for a key that is not set. */
  readonly unset: string
  /** The value that means the same as an unset key, and is not listed beside it. */
  readonly hides?: string
  readonly options: readonly SelectOption[]
  readonly more?: SelectGroup
}

/** The list value of an unset key, which the control cannot hold as an empty text. */
const UNSET = '-'

/** A key with a closed list of values. A value that the list lacks stays and is listed. */
function Choice({ part, name, label, hint, unset, hides, options, more }: ChoiceProps) {
  const { values, set, errorOf } = part
  const value = textIn(values, name)
  const shown = value === '' || value === hides ? UNSET : value
  const listed = [...options, ...(more?.options ?? [])].some((option) => option.value === shown)
  const unknown = listed || shown === UNSET ? [] : [{ value: shown, label: shown }]
  const own = options.filter((option) => option.value !== hides)
  const groups = [
    { title: null, options: [{ value: UNSET, label: unset }, ...unknown, ...own] },
    ...(more === undefined || more.options.length === 0 ? [] : [more]),
  ]
  return (
    <Field label={label} hint={hint} error={errorOf(name)}>
      {({ id }) => (
        <Select
          id={id}
          value={shown}
          groups={groups}
          onChange={(next) => set(name, next === UNSET ? undefined : next)}
          className="w-full"
        />
      )}
    </Field>
  )
}
