import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icon-shapes.tsx'

type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'value'> & {
  readonly value: string
  readonly onText: (text: string) => void
  readonly icon?: IconName
  readonly mono?: boolean
  /** A softer edge, for filters. */
  readonly quiet?: boolean
  /** Stands at the right end, inside the frame. */
  readonly end?: ReactNode
  readonly className?: string
}

/** One line of text. */
export function TextInput({
  value,
  onText,
  icon,
  mono = false,
  quiet = false,
  end,
  className,
  type = 'text',
  ...rest
}: TextInputProps) {
  return (
    <div
      className={classNames(
        'flex h-(--h-control) min-w-0 items-center gap-2 rounded-md bg-sunken px-2 inset-ring',
        'focus-within:outline-(length:--focus-width) focus-within:outline-focus focus-within:-outline-offset-1',
        rest['aria-invalid']
          ? 'inset-ring-bad'
          : quiet
            ? 'inset-ring-line-strong'
            : 'inset-ring-line-control',
        className,
      )}
    >
      {icon === undefined ? null : <Icon name={icon} size="s" className="text-fg-3" />}
      <input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        type={type}
        value={value}
        onChange={(event) => onText(event.target.value)}
        className={classNames(
          'w-full min-w-0 flex-1 bg-transparent outline-none focus-visible:outline-none disabled:text-fg-off',
          '[&::-webkit-search-cancel-button]:hidden',
          mono && 'plain-code text-sm',
        )}
      />
      {end}
    </div>
  )
}
