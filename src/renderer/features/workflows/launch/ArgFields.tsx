import type { ReactNode } from 'react'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field, type FieldIds } from '../../../ui/controls/Field.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import type { ArgControl, ArgFault, ArgField, ArgValue, ArgValues } from './args-fields.ts'
import { NamedField } from './NamedField.tsx'

type ArgFieldsProps = {
  readonly fields: readonly ArgField[]
  readonly values: ArgValues
  readonly faults: Readonly<Record<string, ArgFault>>
  readonly onValue: (name: string, value: ArgValue) => void
}

/** The arguments of a script as a form. */
export function ArgFields({ fields, values, faults, onValue }: ArgFieldsProps) {
  const t = useText()
  if (fields.length === 0) return <p className="text-fg-3 text-sm">{t('workflows.launch.noArguments')}</p>
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] items-start gap-x-6 gap-y-4">
      {fields.map((field) => {
        const value = values[field.name] ?? field.control.start
        const fault = faults[field.name]
        return (
          <div key={field.name} className={isWide(field.control) ? 'col-span-full' : ''}>
            <ArgInput
              field={field}
              value={value}
              error={fault === undefined ? null : faultText(t, fault)}
              onValue={(next) => onValue(field.name, next)}
            />
          </div>
        )
      })}
    </div>
  )
}

export function faultText(t: Text, fault: ArgFault): string {
  switch (fault.why) {
    case 'least':
    case 'most':
      return t(`workflows.launch.${fault.why}`, { limit: fault.limit })
    case 'notJson':
      return t('workflows.launch.notJson', { problem: fault.problem })
    default:
      return t(`workflows.launch.${fault.why}`)
  }
}

const isWide = ({ kind }: ArgControl) => kind === 'choices' || kind === 'json' || kind === 'list'

type ArgInputProps = {
  readonly field: ArgField
  readonly value: ArgValue
  readonly error: string | null
  readonly onValue: (value: ArgValue) => void
}

function ArgInput({ field, value, error, onValue }: ArgInputProps) {
  const t = useText()
  const { control, title } = field
  const text = typeof value === 'string' ? value : ''
  if (control.kind === 'switch') {
    return (
      <div className="grid gap-1">
        <Checkbox label={title} checked={value === true} onChange={onValue} />
        {field.hint === null ? null : <p className="pl-6 text-fg-3 text-xs">{field.hint}</p>}
      </div>
    )
  }
  const hint = field.hint ?? (control.kind === 'list' ? t('workflows.launch.list') : null)
  if (control.kind === 'choices' || (control.kind === 'choice' && isShort(control.options))) {
    return (
      <Labelled title={title} hint={hint} error={error}>
        {control.kind === 'choices' ? (
          <Choices title={title} options={control.options} value={value} onValue={onValue} />
        ) : (
          <Segmented
            label={title}
            value={text}
            options={control.options.map((option) => ({ value: option, label: option }))}
            onChange={onValue}
          />
        )}
      </Labelled>
    )
  }
  if ((control.kind === 'text' || control.kind === 'list') && control.names !== null) {
    const many = control.kind === 'list'
    return (
      <NamedField
        title={title}
        hint={hint}
        error={error}
        many={many}
        text={text}
        names={control.names}
        onText={onValue}
      />
    )
  }
  return (
    <Field label={title} hint={hint} error={error}>
      {(ids) => <TextControl control={control} ids={ids} text={text} onValue={onValue} />}
    </Field>
  )
}

/** Whether the options fit side by side; others are shown in a select. */
const isShort = (options: readonly string[]) => options.length <= 4 && options.join('').length <= 32

type TextControlProps = {
  readonly control: ArgControl
  readonly ids: FieldIds
  readonly text: string
  readonly onValue: (value: ArgValue) => void
}

function TextControl({ control, ids, text, onValue }: TextControlProps) {
  switch (control.kind) {
    case 'choice':
      return (
        <Select
          id={ids.id}
          value={text}
          groups={[{ title: null, options: control.options.map((value) => ({ value, label: value })) }]}
          onChange={onValue}
        />
      )
    case 'json':
    case 'list':
      return <TextArea {...ids} mono rows={3} value={text} onText={onValue} />
    default:
      return (
        <TextInput
          {...ids}
          value={text}
          onText={onValue}
          inputMode={control.kind === 'number' ? 'decimal' : 'text'}
        />
      )
  }
}

type LabelledProps = {
  readonly title: string
  readonly hint: string | null
  readonly error: string | null
  readonly children: ReactNode
}

/** A group of choices has its name on itself; the words above it are for the eye. */
function Labelled({ title, hint, error, children }: LabelledProps) {
  return (
    <div className="grid content-start justify-items-start gap-1">
      <span aria-hidden="true" className="font-medium text-fg-2 text-sm">
        {title}
      </span>
      {children}
      {error !== null ? (
        <p role="alert" className="text-bad-fg text-xs">
          {error}
        </p>
      ) : hint === null ? null : (
        <p className="text-fg-3 text-xs">{hint}</p>
      )}
    </div>
  )
}

type ChoicesProps = {
  readonly title: string
  readonly options: readonly string[]
  readonly value: ArgValue
  readonly onValue: (value: ArgValue) => void
}

function Choices({ title, options, value, onValue }: ChoicesProps) {
  const chosen = Array.isArray(value) ? value : []
  const set = (option: string, on: boolean) =>
    onValue(options.filter((each) => (each === option ? on : chosen.includes(each))))
  return (
    <fieldset
      aria-label={title}
      className="grid w-full grid-cols-[repeat(auto-fill,minmax(148px,max-content))] gap-x-6 gap-y-1"
    >
      {options.map((option) => (
        <Checkbox
          key={option}
          label={option}
          checked={chosen.includes(option)}
          onChange={(on) => set(option, on)}
        />
      ))}
    </fieldset>
  )
}
