import { useText } from '../../../../messages/TextProvider.tsx'
import { useFilledDraft } from '../../../../models/use-filled-draft.ts'
import { DraftBox } from '../../../../ui/panes/DraftBox.tsx'
import { useRuns, useWorkflows } from '../../workflows-context.ts'
import { NEW_SCRIPT } from '../launch-state.ts'

type ScriptDraftProps = {
  readonly script: string
  /** Puts a script in the editor. */
  readonly onDraft: (script: string) => void
}

/** Has a model write the script from a sentence. It is shown in the editor, and the person starts it or not. */
export function ScriptDraft({ script, onDraft }: ScriptDraftProps) {
  const t = useText()
  const { api, toast } = useWorkflows()
  const projectId = useRuns((state) => state.projectId)
  const isNew = script === NEW_SCRIPT || script.trim() === ''
  const draft = useFilledDraft({
    ask: (wish) => {
      if (projectId === null) throw new Error('A script is drafted for a project.')
      return api.command('workflow.draft', { projectId, wish, before: isNew ? '' : script })
    },
    stop: async () => {
      if (projectId !== null) await api.command('workflow.stopDraft', { projectId })
    },
    onDraft: (drafted) => {
      onDraft(drafted.script)
      if (isNew) return
      toast({
        mark: 'done',
        text: t('draft.replaced'),
        seconds: 30,
        action: { label: t('agents.grant.undo'), onAct: () => onDraft(script) },
      })
    },
  })
  if (projectId === null) return null
  return (
    <div className="shrink-0 border-line border-b px-4 py-2">
      <DraftBox draft={draft} hint={t('workflows.launch.draftHint')} />
    </div>
  )
}
