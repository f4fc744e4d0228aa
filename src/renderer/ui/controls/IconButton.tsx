import type { ComponentProps } from 'react'
import { classNames } from '../base/class-names.ts'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icon-shapes.tsx'
import { Tooltip } from './Tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  readonly icon: IconName
  /** The action, used as accessible label and tooltip. */
  readonly label: string
  readonly size?: 'm' | 'small'
  readonly pressed?: boolean
  /** Shows the label in a tooltip of the app, which comes sooner than one of the system. */
  readonly tip?: boolean
}

/** A button that shows only a drawing. */
export function IconButton({
  icon,
  label,
  size = 'm',
  pressed,
  tip = false,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...(tip ? {} : { title: label })}
      {...rest}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        'no-drag inline-grid shrink-0 place-items-center text-fg-3 hover:bg-hover hover:text-fg',
        'aria-pressed:bg-select aria-pressed:text-fg disabled:text-fg-off',
        size === 'm' ? 'size-7 rounded-md' : 'size-6 rounded-sm',
        className,
      )}
    >
      <Icon name={icon} size={size === 'm' ? 'm' : 's'} />
    </button>
  )
  return tip ? <Tooltip text={label}>{button}</Tooltip> : button
}
