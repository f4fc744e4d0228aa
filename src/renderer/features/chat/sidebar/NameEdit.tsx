import { useState } from 'react'

type NameEditProps = {
  readonly name: string
  readonly label: string
  readonly onSave: (name: string) => void
  readonly onCancel: () => void
}

/** Changes a name in its row: Enter keeps it, Escape takes it back. */
export function NameEdit({ name, label, onSave, onCancel }: NameEditProps) {
  const [value, setValue] = useState(name)
  const save = () => (value.trim() === '' ? onCancel() : onSave(value.trim()))
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person asked to rename exactly this
      autoFocus
      aria-label={label}
      value={value}
      maxLength={200}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        event.stopPropagation()
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') onCancel()
      }}
      className="h-(--h-row) min-w-0 grow rounded-sm bg-sunken px-2 inset-ring inset-ring-line-control"
    />
  )
}
