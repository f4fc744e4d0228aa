import { Switch as Radix } from 'radix-ui'

type SwitchProps = {
  readonly label: string
  /** The id of the hint. */
  readonly describedBy?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Whether the person cannot change it. */
  readonly disabled?: boolean
}

/** Turns something on or off at once. */
export function Switch({ label, describedBy, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className="before:-inset-1 relative h-4 w-7 shrink-0 rounded-full bg-sunken inset-ring inset-ring-line-control before:absolute before:content-[''] data-[state=checked]:bg-ink disabled:opacity-50 data-[state=checked]:inset-ring-ink"
    >
      <Radix.Thumb className="block size-2.5 translate-x-[3px] rounded-full bg-line-control data-[state=checked]:translate-x-[15px] data-[state=checked]:bg-on-ink" />
    </Radix.Root>
  )
}
