import { RadioGroup } from 'radix-ui'

type SegmentedProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** One of a few, all in sight. */
export function Segmented({ label, value, options, onChange }: SegmentedProps) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={onChange}
      orientation="horizontal"
      className="inline-flex max-w-full flex-wrap gap-0.5 rounded-md bg-sunken p-0.5 inset-ring inset-ring-line-strong"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="inline-flex h-6 items-center rounded-sm px-2 font-medium text-fg-2 text-sm data-[state=checked]:bg-press data-[state=checked]:text-fg data-[state=checked]:inset-ring data-[state=checked]:inset-ring-line-control"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
