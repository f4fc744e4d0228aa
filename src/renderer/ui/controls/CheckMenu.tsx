import { DropdownMenu } from 'radix-ui'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icon-shapes.tsx'

/** One line of a menu that can be ticked. */
export type Check = {
  readonly id: string
  readonly label: string
  readonly checked: boolean
  readonly onChange: () => void
}

type CheckMenuProps = {
  readonly icon: IconName
  /** The accessible label: the subject and the current choice. */
  readonly label: string
  /** The current choice, as shown on the button. */
  readonly shown: string
  readonly groups: readonly (readonly Check[])[]
}

/** A button with a list under it in which several things are ticked. It stays open until it is left. */
export function CheckMenu({ icon, label, shown, groups }: CheckMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        className="no-drag inline-flex h-6 min-w-0 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-fg-2 text-sm hover:bg-hover"
      >
        <Icon name={icon} size="s" className="text-fg-3" />
        <span className="truncate">{shown}</span>
        <Icon name="down" size="xs" className="text-fg-3" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="layer-pop z-(--z-popover) max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-96 overflow-y-auto rounded-lg bg-overlay p-1 shadow-pop"
        >
          {groups.map((checks, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the menu
            <DropdownMenu.Group key={at}>
              {at === 0 ? null : <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />}
              {checks.map((check) => (
                <CheckLine key={check.id} check={check} />
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function CheckLine({ check: { label, checked, onChange } }: { check: Check }) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className="flex h-(--h-row) items-center gap-2 rounded-sm pr-2 pl-1.5 outline-none data-[highlighted]:bg-select-live"
    >
      <span className="size-3.5 shrink-0">
        <DropdownMenu.ItemIndicator>
          <Icon name="check" size="s" />
        </DropdownMenu.ItemIndicator>
      </span>
      <span className="truncate">{label}</span>
    </DropdownMenu.CheckboxItem>
  )
}
