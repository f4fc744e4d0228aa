import type { ReactNode } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { Field, type FieldIds } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { Faults, FormDraft } from './trigger-draft.ts'

/** The form as its parts draw and change it. */
export type FormPart = {
  readonly form: FormDraft
  readonly faults: Faults
  readonly change: (changes: Partial<FormDraft>) => void
}

type TextKey = { [Key in keyof FormDraft]: FormDraft[Key] extends string ? Key : never }[keyof FormDraft]
type TextFieldProps = {
  readonly part: FormPart
  readonly name: TextKey
  readonly label: string
  readonly hint?: string
  readonly error?: string
  readonly mono?: boolean
}

/** One line of text of the form. */
export function TextField({ part, name, label, hint, error, mono = false }: TextFieldProps) {
  const t = useText()
  const fault = part.faults.has(name) ? (error ?? t('triggers.required')) : undefined
  return (
    <Field label={label} hint={hint} error={fault}>
      {(ids: FieldIds) => (
        <TextInput
          {...ids}
          mono={mono}
          value={String(part.form[name])}
          onText={(text) => part.change({ [name]: text })}
        />
      )}
    </Field>
  )
}

/** Two fields side by side. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-2 items-start gap-3">{children}</div>
}

type ChoiceProps = {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The list value of an empty text, which the control cannot hold. */
const EMPTY = '-'

/** A labelled choice from a closed list. */
export function Choice({ label, hint, value, onChange, options }: ChoiceProps) {
  const shown = options.map((option) => ({ ...option, value: option.value === '' ? EMPTY : option.value }))
  return (
    <Field label={label} hint={hint}>
      {({ id }) => (
        <Select
          id={id}
          value={value === '' ? EMPTY : value}
          groups={[{ title: null, options: shown }]}
          onChange={(next) => onChange(next === EMPTY ? '' : next)}
          className="w-full"
        />
      )}
    </Field>
  )
}
