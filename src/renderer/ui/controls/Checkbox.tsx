import { Checkbox as Radix } from 'radix-ui'
import { useId } from 'react'
import { Icon } from '../base/Icon.tsx'

type CheckboxProps = {
  readonly label: string
  /** The subject for screen readers, where boxes of several rows have the same words. */
  readonly about?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  /** Keeps the label for screen readers only. */
  readonly hidesLabel?: boolean
}

/** A box with its words. 16 px to look at, 24 to hit. */
export function Checkbox({
  label,
  about,
  checked,
  onChange,
  disabled = false,
  hidesLabel = false,
}: CheckboxProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="inline-flex min-h-(--hit-min) items-center gap-2 whitespace-nowrap">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        className="grid size-4 shrink-0 place-items-center rounded-xs bg-sunken inset-ring inset-ring-line-control data-[state=checked]:bg-ink data-[state=checked]:text-on-ink data-[state=checked]:inset-ring-ink"
      >
        <Radix.Indicator>
          <Icon name="check" size="xs" />
        </Radix.Indicator>
      </Radix.Root>
      <span className={hidesLabel ? 'unseen' : 'text-fg-2 text-sm'}>
        {label}
        {about === undefined ? null : <span className="unseen"> {about}</span>}
      </span>
    </label>
  )
}
