import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { ReuseEdits } from '../ReuseEdits.tsx'
import { useWorkflows } from '../workflows-context.ts'

type ForkFormProps = {
  /** The storage key of the typed text until the fork starts. */
  readonly name: string
  readonly label: string
  readonly prompt: string
  readonly onStart: (prompt: string, reuseEdits: boolean) => Promise<void>
  readonly onClose: () => void
}

/** Another prompt for one agent, in a new run. */
export function ForkForm({ name, label, prompt, onStart, onClose }: ForkFormProps) {
  const t = useText()
  const { forms } = useWorkflows()
  const typed = useStore(forms.store, ({ prompts }) => prompts[name])
  const { text, reuseEdits: reuse } = typed ?? { text: prompt, reuseEdits: false }
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const usable = text.trim() !== '' && text !== prompt && !busy
  const start = () => {
    if (!usable) return
    setBusy(true)
    const started = () => {
      forms.forgetPrompt(name)
      onClose()
    }
    onStart(text, reuse).then(started, (error: unknown) => {
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
        onChange={(event) => forms.typePrompt(name, { text: event.target.value, reuseEdits: reuse })}
        spellCheck={false}
        className="min-h-24 flex-1 resize-none rounded-md bg-sunken p-2 inset-ring inset-ring-line-control"
      />
      <ReuseEdits checked={reuse} onChange={(reuseEdits) => forms.typePrompt(name, { text, reuseEdits })} />
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <div className="flex items-center justify-end gap-2">
        {typed === undefined ? null : (
          <Button look="ghost" icon="resume" className="mr-auto" onClick={() => forms.forgetPrompt(name)}>
            {t('workflows.launch.startOver')}
          </Button>
        )}
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button look="primary" type="submit" icon="fork" disabled={!usable}>
          {t('workflows.fork.start')}
        </Button>
      </div>
    </form>
  )
}
