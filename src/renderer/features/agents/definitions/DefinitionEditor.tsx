import { type KeyboardEvent, useState } from 'react'
import type { AgentDetail } from '#shared/agent/definition.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { useAgents, useApp } from '../agents-context.ts'

type DefinitionEditorProps = {
  /** What is changed. One that comes with the app is copied: it stays as it is. */
  readonly detail: AgentDetail
  readonly onDone: () => void
}

/** Changes the file of an agent. What is wrong is said by main, with its line; then nothing was written. */
export function DefinitionEditor({ detail, onDone }: DefinitionEditorProps) {
  const t = useText()
  const { api, toast } = useAgents()
  const projectId = useApp((state) => state.openProject)
  // Kept from the beginning: a file that changes meanwhile must not be overwritten unseen.
  const [began] = useState(detail)
  const [text, setText] = useState(detail.text)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, name, source } = began.definition
  const save = async () => {
    try {
      const isOwn = source !== 'builtin'
      await api.call('agents.save', {
        ...{ projectId, agentId: id, text },
        source: source === 'project' ? 'project' : 'user',
        before: isOwn ? began.text : null,
      })
      toast({ mark: 'done', text: t('agents.saved', { name }), seconds: 6 })
      onDone()
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text === began.text) onDone()
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    void save()
  }
  return (
    <section aria-label={t('agents.editor')} className="flex min-h-0 flex-col gap-2">
      {source === 'builtin' ? <p className="text-fg-3 text-sm">{t('agents.editor.copies')}</p> : null}
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus
        aria-label={t('agents.fileText')}
        spellCheck={false}
        rows={24}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => setText(event.target.value)}
        className="w-full resize-y rounded-md bg-sunken px-3 py-2 plain-code text-sm/(--code-line) inset-ring inset-ring-line-control"
      />
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <div className="flex gap-2">
        <Button
          look="primary"
          aria-keyshortcuts="Control+S"
          disabled={text === began.text && source !== 'builtin'}
          onClick={() => void save()}
        >
          {t('agents.save')}
        </Button>
        <Button look="ghost" onClick={onDone}>
          {t('agents.cancel')}
        </Button>
      </div>
    </section>
  )
}
