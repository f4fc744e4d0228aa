import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { ReuseEdits } from '../ReuseEdits.tsx'

type ForkFormProps = {
  readonly label: string
  readonly prompt: string
  readonly onStart: (prompt: string, reuseEdits: boolean) => Promise<void>
  readonly onClose: () => void
}

/** Another prompt for one agent, in a new run. */
export function ForkForm({ label, prompt, onStart, onClose }: ForkFormProps) {
  const t = useText()
  const [text, setText] = useState(prompt)
  const [reuse, setReuse] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const usable = text.trim() !== '' && text !== prompt && !busy
  const start = () => {
    if (!usable) return
    setBusy(true)
    onStart(text, reuse).then(onClose, (error: unknown) => {
      setBusy(false)
      setProblem(problemOf(error).message)
    })
  }
  return (
    <form
      className="flex min-h-0 flex-1 flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start()
      }}
    >
      <div>
        <h3 className="font-semibold">{t('workflows.fork.title', { label })}</h3>
        <p className="text-fg-3 text-sm">{t('workflows.fork.hint')}</p>
      </div>
      <textarea
        ref={box}
        aria-label={t('workflows.fork.prompt')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        className="min-h-24 flex-1 resize-none rounded-md bg-sunken p-2 inset-ring inset-ring-line-control"
      />
      <ReuseEdits checked={reuse} onChange={setReuse} />
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button look="primary" type="submit" icon="fork" disabled={!usable}>
          {t('workflows.fork.start')}
        </Button>
      </div>
    </form>
  )
}
