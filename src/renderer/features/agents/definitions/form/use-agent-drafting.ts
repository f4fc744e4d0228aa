import { useEffect, useRef } from 'react'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useFilledDraft } from '../../../../models/use-filled-draft.ts'
import type { DraftState } from '../../../../ui/panes/DraftBox.tsx'
import { useAgents, useApp } from '../../agents-context.ts'
import type { Yaml } from './agent-text.ts'
import { withProposal } from './proposal-text.ts'

type AgentDrafting = {
  readonly yaml: Yaml | null
  readonly text: string
  /** The text of the file for the model; empty for a new agent. */
  readonly before: string
  readonly onText: (text: string) => void
  /** Hears the name that a draft proposes for the file. */
  readonly onId?: (id: string) => void
}

/** Has a model fill the form of an agent. What stood in it can be had back. */
export function useAgentDrafting({ yaml, text, before, onText, onId }: AgentDrafting): DraftState {
  const t = useText()
  const { api, toast } = useAgents()
  const projectId = useApp((state) => state.openProject)
  // The text may have been changed while the model wrote.
  const latest = useRef({ text, onText })
  useEffect(() => {
    latest.current = { text, onText }
  })
  return useFilledDraft({
    ask: (wish) => api.command('agents.draft', { projectId, wish, before }),
    stop: () => api.command('agents.stopDraft', { projectId }),
    onDraft: (proposal) => {
      if (yaml === null) return
      const replaced = latest.current.text
      latest.current.onText(withProposal(yaml, replaced, proposal))
      onId?.(proposal.id)
      if (before === '') return
      toast({
        mark: 'done',
        text: t('draft.replaced'),
        seconds: 30,
        action: { label: t('agents.grant.undo'), onAct: () => latest.current.onText(replaced) },
      })
    },
  })
}
