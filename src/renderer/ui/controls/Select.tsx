import { Select as Radix } from 'radix-ui'
import { classNames } from '../base/class-names.ts'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icon-shapes.tsx'

export type SelectOption = {
  readonly value: string
  readonly label: string
  /** Stands at the right end, quieter. */
  readonly hint?: string
  readonly disabled?: boolean
}

export type SelectGroup = { readonly title: string | null; readonly options: readonly SelectOption[] }

const LOOKS = {
  field: 'h-(--h-control) rounded-md bg-sunken pr-1.5 pl-2 inset-ring inset-ring-line-control',
  pick: 'h-6 rounded-sm px-1.5 text-sm text-fg-2 hover:bg-hover',
} as const

type SelectProps = {
  /** The accessible name; a `Field` around it also gives it `id`. */
  readonly label?: string
  readonly id?: string
  readonly value: string
  readonly groups: readonly SelectGroup[]
  readonly onChange: (value: string) => void
  readonly look?: keyof typeof LOOKS
  readonly icon?: IconName
  readonly mono?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly className?: string
}

/** A combobox that offers a closed list. */
export function Select(props: SelectProps) {
  const { value, groups, onChange, look = 'field', icon, mono = false } = props
  // An empty value counts as none; its label becomes the placeholder. So does one that is no longer offered: it would show
  // as nothing at all.
  const { placeholder = labelOf(groups, '') } = props
  const isOffered = groups.some(({ options }) => options.some((option) => option.value === value))
  const extra = {
    ...(props.disabled === undefined ? {} : { disabled: props.disabled }),
  }
  return (
    <Radix.Root value={isOffered ? value : ''} onValueChange={onChange} {...extra}>
      <Radix.Trigger
        id={props.id}
        aria-label={props.label}
        className={classNames(
          'no-drag inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap disabled:text-fg-off',
          LOOKS[look],
          mono && 'plain-code text-sm',
          props.className,
        )}
      >
        {icon === undefined ? null : <Icon name={icon} size="s" className="text-fg-3" />}
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Icon
          name={look === 'field' ? 'up-down' : 'down'}
          size={look === 'field' ? 's' : 'xs'}
          className="ml-auto text-fg-3"
        />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="layer-pop z-(--z-popover) max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg bg-overlay shadow-pop"
        >
          <Radix.Viewport className="p-1">
            {groups.map((group) => (
              <OptionGroup key={group.title ?? ''} group={group} mono={mono} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function labelOf(groups: readonly SelectGroup[], value: string): string {
  return groups.flatMap(({ options }) => options).find((option) => option.value === value)?.label ?? ''
}

function OptionGroup({ group, mono }: { group: SelectGroup; mono: boolean }) {
  return (
    <Radix.Group>
      {group.title === null ? null : (
        <Radix.Label className="px-2 pt-2 pb-1 font-semibold text-fg-3 text-xs">{group.title}</Radix.Label>
      )}
      {group.options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className="flex h-(--h-row) items-center gap-2 rounded-sm pr-2 pl-1.5 outline-none data-[highlighted]:bg-select-live data-[disabled]:text-fg-off"
        >
          <span className="size-3.5 shrink-0">
            <Radix.ItemIndicator>
              <Icon name="check" size="s" />
            </Radix.ItemIndicator>
          </span>
          <span className={classNames('truncate', mono && 'plain-code text-sm')}>
            <Radix.ItemText>{option.label}</Radix.ItemText>
          </span>
          {option.hint === undefined ? null : (
            <span className="ml-auto pl-4 text-fg-3 text-xs">{option.hint}</span>
          )}
        </Radix.Item>
      ))}
    </Radix.Group>
  )
}
