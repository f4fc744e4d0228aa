import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type PopoverProps = {
  readonly label: string
  readonly trigger: ReactNode
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'bottom'
  readonly className?: string
  readonly children: ReactNode
}

/** A small layer beside the button that opens it. */
export function Popover(props: PopoverProps) {
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={props.label}
          align={props.align ?? 'start'}
          side={props.side ?? 'bottom'}
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            'layer-pop z-(--z-popover) rounded-lg bg-overlay p-3 shadow-pop outline-none',
            props.className,
          )}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
