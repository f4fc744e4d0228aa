import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { fileIdFrom } from '../../../ui/controls/file-id-from.ts'
import { TextInput } from '../../../ui/controls/TextInput.tsx'

type NewFileFormProps = {
  readonly title: string
  /** Whether all other required fields are filled. Hints are never saved as values. */
  readonly isWritten: boolean
  readonly onMake: (name: string) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks for what a new file must hold. Once it is made, it opens in the editor of the person. */
export function NewFileForm({ title, isWritten, onMake, onClose, children }: NewFileFormProps) {
  const t = useText()
  const say = useProblemWords()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const wanted = fileIdFrom(name)
  const ready = wanted !== '' && isWritten && !busy
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    setBusy(true)
    try {
      await onMake(wanted)
      onClose()
    } catch (error) {
      setProblem(say(problemOf(error)))
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  return (
    <form
      aria-label={title}
      aria-busy={busy}
      onSubmit={make}
      onKeyDown={onKeyDown}
      className="grid max-w-140 gap-4 rounded-lg border border-line-strong bg-raised p-4 shadow-card"
    >
      <h3 className="font-semibold text-sm">{title}</h3>
      <Field
        label={t('settings.new.name')}
        hint={
          wanted === name.trim() ? t('settings.new.nameHint') : t('settings.new.savedAs', { name: wanted })
        }
        error={problem}
      >
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            mono
            value={name}
            onText={(text) => {
              setName(text)
              setProblem(null)
            }}
          />
        )}
      </Field>
      {children}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={!ready}>
          {t('settings.new.make')}
        </Button>
        <Button look="ghost" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}
