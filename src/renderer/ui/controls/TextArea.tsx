import type { ComponentProps } from 'react'
import { classNames } from '../base/class-names.ts'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'className'> & {
  readonly value: string
  readonly onText: (text: string) => void
  readonly mono?: boolean
}

/** Several lines of text. */
export function TextArea({ value, onText, mono = false, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      {...rest}
      value={value}
      onChange={(event) => onText(event.target.value)}
      className={classNames(
        'min-h-16 w-full resize-y rounded-md bg-sunken px-2 py-1 inset-ring',
        rest['aria-invalid'] ? 'inset-ring-bad' : 'inset-ring-line-control',
        mono && 'plain-code text-sm/(--code-line)',
      )}
    />
  )
}
