import { useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import type { FieldIds } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { TextInput } from './TextInput.tsx'

type SecretInputProps = {
  readonly ids: FieldIds
  readonly value: string
  readonly onText: (text: string) => void
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

/** A text that is not shown while it is typed, unless asked to. */
export function SecretInput({ ids, value, onText, placeholder, autoFocus = false }: SecretInputProps) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...ids}
      mono
      type={shown ? 'text' : 'password'}
      value={value}
      onText={onText}
      placeholder={placeholder}
      autoFocus={autoFocus}
      end={
        <IconButton
          icon="eye"
          size="small"
          className="-mr-1.5"
          label={shown ? t('ui.hide') : t('ui.show')}
          pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
