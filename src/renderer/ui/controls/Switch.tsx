import { Switch as Radix } from 'radix-ui'

type SwitchProps = {
  readonly label: string
  /** The id of the hint. */
  readonly describedBy?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Turns something on or off at once. */
export function Switch({ label, describedBy, checked, onChange }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      onCheckedChange={onChange}
      className="before:-inset-1 relative h-4 w-7 shrink-0 rounded-full bg-sunken inset-ring inset-ring-line-control before:absolute before:content-[''] data-[state=checked]:bg-ink data-[state=checked]:inset-ring-ink"
    >
      <Radix.Thumb className="block size-2.5 translate-x-[3px] rounded-full bg-line-control data-[state=checked]:translate-x-[15px] data-[state=checked]:bg-on-ink" />
    </Radix.Root>
  )
}
