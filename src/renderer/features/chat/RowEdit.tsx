import { useRef, useState } from 'react'
import { classNames } from '../../ui/base/class-names.ts'

type RowEditProps = {
  readonly text: string
  readonly label: string
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
  readonly className?: string
}

/** Changes words in their row: Enter or leaving keeps them, Escape takes the change back. */
export function RowEdit({ text, label, onSave, onCancel, className }: RowEditProps) {
  const [value, setValue] = useState(text)
  const over = useRef(false)
  const box = useRef<HTMLInputElement>(null)
  const end = (keep: boolean) => {
    // Taking the box away also takes its focus away, which would end it a second time.
    if (over.current) return
    over.current = true
    if (keep && value.trim() !== '' && value.trim() !== text) onSave(value.trim())
    else onCancel()
  }
  const endByKey = (keep: boolean) => {
    const row = box.current?.closest('li')
    end(keep)
    // The row is drawn again in place of the box, and takes the focus back.
    requestAnimationFrame(() => row?.querySelector<HTMLElement>('[data-edit], [data-row]')?.focus())
  }
  return (
    <input
      ref={box}
      // biome-ignore lint/a11y/noAutofocus: the person asked to edit exactly this
      autoFocus
      aria-label={label}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') endByKey(true)
        if (event.key === 'Escape') endByKey(false)
      }}
      className={classNames(
        'min-w-0 grow rounded-sm bg-sunken px-2 inset-ring inset-ring-line-control',
        className,
      )}
    />
  )
}
