import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icon-shapes.tsx'
import { Kbd } from './Kbd.tsx'

export type MenuItem =
  | {
      readonly kind: 'action'
      readonly id: string
      /** Plain text, or an element for text that can hide characters. */
      readonly label: ReactNode
      readonly icon?: IconName
      readonly keys?: readonly string[]
      readonly danger?: boolean
      readonly disabled?: boolean
      readonly onSelect: () => void
    }
  | { readonly kind: 'rule'; readonly id: string }

type MenuProps = {
  /** The button that opens it. It must forward its ref and props. */
  readonly trigger: ReactNode
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
  /** For a menu that other things than its button open as well. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** Puts the focus somewhere else than on the button when the menu has closed. */
  readonly onClosed?: () => void
}

/** A menu of actions under a button. */
export function Menu({ trigger, items, align = 'end', open, onOpenChange, onClosed }: MenuProps) {
  const control = open === undefined || onOpenChange === undefined ? {} : { open, onOpenChange }
  return (
    <DropdownMenu.Root modal={false} {...control}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (onClosed === undefined) return
            event.preventDefault()
            onClosed()
          }}
          className="layer-pop z-(--z-popover) min-w-48 rounded-lg bg-overlay p-1 shadow-pop"
        >
          {items.map((item) => (
            <MenuLine key={item.id} item={item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function MenuLine({ item }: { item: MenuItem }) {
  if (item.kind === 'rule') return <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />
  return (
    <DropdownMenu.Item
      disabled={item.disabled ?? false}
      onSelect={item.onSelect}
      className={classNames(
        'flex h-(--h-row) items-center gap-2 rounded-sm px-2 outline-none',
        'data-[highlighted]:bg-select-live data-[disabled]:text-fg-off',
        item.danger && 'text-bad-fg',
      )}
    >
      {item.icon === undefined ? null : <Icon name={item.icon} size="s" className="text-fg-3" />}
      <span className="truncate">{item.label}</span>
      <span className="grow" />
      {item.keys === undefined ? null : <Kbd keys={item.keys} />}
    </DropdownMenu.Item>
  )
}
