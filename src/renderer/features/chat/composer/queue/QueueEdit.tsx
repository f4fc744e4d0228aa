import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type QueueEditProps = {
  readonly text: string
  readonly label: string
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

/**
 * Changes a waiting message in its row, with all its lines: Enter or leaving keeps the change, Shift with Enter begins a line,
 * Escape takes the change back. What takes the row away, such as the message's turn, leaves the change as well.
 */
export function QueueEdit({ text, label, onSave, onCancel }: QueueEditProps) {
  const [value, setValue] = useState(text)
  const box = useRef<HTMLTextAreaElement>(null)
  const changed = useRef<string | null>(null)
  const save = useRef(onSave)
  save.current = onSave
  useEffect(
    () => () => {
      if (changed.current !== null) save.current(changed.current)
    },
    [],
  )
  const end = (keep: boolean) => {
    const words = changed.current
    changed.current = null
    if (keep && words !== null) onSave(words)
    else onCancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const saves = event.key === 'Enter' && !event.shiftKey
    if (!saves && event.key !== 'Escape') return
    event.preventDefault()
    const row = box.current?.closest('li')
    end(saves)
    // The row is drawn again in place of the box, and takes the focus back.
    requestAnimationFrame(() => row?.querySelector<HTMLElement>('[data-edit]')?.focus())
  }
  return (
    <textarea
      ref={box}
      // biome-ignore lint/a11y/noAutofocus: the person asked to edit exactly this
      autoFocus
      rows={1}
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        setValue(target.value)
        const words = target.value.trim()
        changed.current = words === '' || words === text ? null : words
      }}
      onBlur={() => end(true)}
      onKeyDown={onKeyDown}
      className="-outline-offset-1 my-0.5 field-sizing-content max-h-32 min-w-0 grow resize-none rounded-sm bg-sunken px-2 py-0.5 inset-ring inset-ring-line-control"
    />
  )
}
