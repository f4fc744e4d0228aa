import { useState } from 'react'
import type { AgentSource } from '#shared/agent/definition.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import { AgentTextArea } from './AgentTextArea.tsx'
import { useFileCheck } from './use-file-check.ts'

/** A file as it was when the person began. One that comes with the app is copied: it stays as it is. */
export type AgentFile = {
  readonly id: string
  readonly name: string
  readonly source: AgentSource
  readonly text: string
}

type DefinitionEditorProps = { readonly file: AgentFile; readonly onDone: () => void }

/** Changes the file of an agent. What is wrong is marked in its line; what cannot be used is not written. */
export function DefinitionEditor({ file, onDone }: DefinitionEditorProps) {
  const t = useText()
  const { api, toast } = useAgents()
  const projectId = useApp((state) => state.openProject)
  // Kept from the beginning: a file that changes meanwhile must not be overwritten unseen.
  const [began] = useState(file)
  const [text, setText] = useState(file.text)
  const [refused, setRefused] = useState<string | null>(null)
  const { id, name, source } = began
  const to = source === 'project' ? 'project' : 'user'
  const found = useFileCheck({ source: to, agentId: id, text })
  const save = async () => {
    try {
      const before = source === 'builtin' ? null : began.text
      await api.call('agents.save', { projectId, agentId: id, text, source: to, before })
      toast({ mark: 'done', text: t('agents.saved', { name }), seconds: 6 })
      onDone()
    } catch (error) {
      setRefused(problemOf(error).message)
    }
  }
  const change = (changed: string) => {
    setText(changed)
    setRefused(null)
  }
  const problem = refused ?? found?.message ?? null
  return (
    <section aria-label={t('agents.editor')} className="flex min-h-0 grow flex-col gap-2">
      {source === 'builtin' ? <p className="text-fg-3 text-sm">{t('agents.editor.copies')}</p> : null}
      <AgentTextArea
        text={began.text}
        problem={found}
        onText={change}
        onSave={() => void save()}
        onLeave={() => {
          if (text === began.text) onDone()
        }}
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
