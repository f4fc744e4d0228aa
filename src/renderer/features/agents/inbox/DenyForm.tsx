import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { useFocusAfter } from '../../../ui/hooks/use-focus-after.ts'

type DenyFormProps = {
  /** Denies with a reason. An empty one still tells the agent that it may not. */
  readonly onDeny: (reason: string) => void
  readonly onCancel: () => void
}

/** Denies, with words for the agent. Escape leaves it. */
export function DenyForm({ onDeny, onCancel }: DenyFormProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const form = useFocusAfter<HTMLFormElement>(focusRequest)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDeny(reason.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onCancel()
  }
  return (
    <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} className="grid gap-2">
      <TextInput
        autoFocus
        aria-label={t('agents.denyReason')}
        placeholder={t('agents.denyReasonHint')}
        value={reason}
        onText={setReason}
      />
      <div className="flex gap-2">
        <Button type="submit" look="danger">
          {t('chat.deny')}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {t('agents.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Returns the focus to the request of the form, or to the one under the cursor for several. */
function focusRequest(gone: HTMLElement): void {
  const request = gone.closest<HTMLElement>('[data-ask]')
  const other = document.querySelector<HTMLElement>('[data-ask][tabindex="0"]')
  const place = request ?? other
  place?.focus()
}
