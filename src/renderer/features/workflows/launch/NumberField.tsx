import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'

type NumberFieldProps = {
  readonly label: string
  readonly hint?: string
  readonly unit?: string
  readonly error: string | null
  readonly value: string
  readonly onText: (text: string) => void
}

/** A limit that is typed as a number. */
export function NumberField({ label, hint, unit, error, value, onText }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint ?? null} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="decimal"
          value={value}
          onText={onText}
          end={unit === undefined ? null : <span className="text-fg-3 text-xs">{unit}</span>}
        />
      )}
    </Field>
  )
}
