import { useId, useState } from 'react'
import { FieldError } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { SettingLine } from './SectionHead.tsx'

type NumberLineProps = {
  readonly title: string
  readonly hint: string
  /** The placeholder of an empty field. */
  readonly nothing: string
  readonly wrong: string
  readonly value: number | null
  readonly isRight: (value: number | null) => boolean
  readonly onValue: (value: number | null) => void
}

/** A number the person may give, or nothing. */
export function NumberLine({ title, hint, nothing, wrong, value, isRight, onValue }: NumberLineProps) {
  const id = useId()
  const [text, setText] = useState(textOf(value))
  const [shown, setShown] = useState(value)
  // The field stays, and with it the focus, when Enter has changed the value.
  if (shown !== value) {
    setShown(value)
    setText(textOf(value))
  }
  const wanted = text.trim() === '' ? null : Number(text.trim())
  const isWrong = !isRight(wanted)
  const keep = () => {
    if (!isWrong && wanted !== value) onValue(wanted)
  }
  return (
    <SettingLine title={title} hint={hint}>
      <span className="grid w-56 gap-1">
        <TextInput
          aria-label={title}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          inputMode="numeric"
          placeholder={nothing}
          value={text}
          onText={setText}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
          }}
        />
        {isWrong ? (
          <span id={id}>
            <FieldError>{wrong}</FieldError>
          </span>
        ) : null}
      </span>
    </SettingLine>
  )
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))
