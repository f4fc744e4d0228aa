import type { ComponentProps } from 'react'
import { classNames } from '../base/class-names.ts'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icon-shapes.tsx'

export type ButtonLook = 'plain' | 'primary' | 'ghost' | 'danger' | 'ghost-danger'

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  plain: 'bg-raised inset-ring inset-ring-line-strong hover:bg-[image:var(--hover-image)]',
  primary: 'bg-ink text-on-ink hover:bg-[image:var(--hover-image)]',
  ghost: 'text-fg-2 hover:bg-hover hover:text-fg',
  danger: 'bg-raised text-bad-fg inset-ring inset-ring-line-strong hover:bg-[image:var(--hover-image)]',
  'ghost-danger': 'text-bad-fg hover:bg-hover',
}

const SIZES = {
  m: 'h-(--h-control) px-3 text-sm rounded-md',
  small: 'h-(--h-control-sm) px-2 text-xs rounded-[5px]',
  big: 'h-9 px-4 text-base rounded-lg',
} as const

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: ButtonLook
  readonly size?: keyof typeof SIZES
  readonly icon?: IconName
}

/** A button. One `primary` per surface at most: it is the next step. */
export function Button({
  look = 'plain',
  size = 'm',
  icon,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        'no-drag inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap font-medium',
        '[--hover-image:linear-gradient(var(--color-hover),var(--color-hover))]',
        'disabled:text-fg-off disabled:bg-none disabled:inset-ring-line',
        look === 'primary' && 'disabled:bg-raised disabled:inset-ring',
        LOOKS[look],
        SIZES[size],
        className,
      )}
    >
      {icon === undefined ? null : <Icon name={icon} size={size === 'big' ? 'm' : 's'} />}
      {children}
    </button>
  )
}
