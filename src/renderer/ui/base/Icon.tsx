import { classNames } from './class-names.ts'
import { ICON_SHAPES, type IconName } from './icon-shapes.tsx'

const SIZES = {
  rail: 'size-5 stroke-[1.1]',
  m: 'size-4 stroke-[1.25]',
  s: 'size-3.5 stroke-[1.4]',
  xs: 'size-3 stroke-[1.6]',
} as const

type IconProps = {
  readonly name: IconName
  readonly size?: keyof typeof SIZES
  readonly className?: string
}

/** A drawing in the colour of the text around it. It says nothing to a screen reader: the control does. */
export function Icon({ name, size = 'm', className }: IconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('shrink-0', SIZES[size], className)}
    >
      {ICON_SHAPES[name]}
    </svg>
  )
}
