import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useText } from '../../../../messages/TextProvider.tsx'

/** A form that Enter in a field and Ctrl+S save. */
export function SavedForm({
  onSave,
  children,
}: {
  readonly onSave: () => void
  readonly children: ReactNode
}) {
  const t = useText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSave()
  }
  return (
    <form
      aria-label={t('agents.form.form')}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="grid gap-4 pb-2"
    >
      {children}
    </form>
  )
}
