import { useStore } from 'zustand'
import { useText } from '../../../messages/TextProvider.tsx'
import { type AgentDraft, type AgentFile, draftKey } from '../../../store/agents/agent-pages-store.ts'
import { useAgents, useApp } from '../agents-context.ts'

/** Time an undo is offered, in seconds. */
const UNDO_SECONDS = 10

/** Returns the unsaved edits of an agent file; `draft` is null without edits. */
export function useAgentDraft(file: Pick<AgentFile, 'source' | 'id'>) {
  const t = useText()
  const { pages, toast } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const key = draftKey(file, projectId)
  const draft = useStore(pages.store, (state) => state.drafts[key]) ?? null
  const keep = (written: AgentDraft) => pages.keep(key, written)
  /** Discards the edits and offers an undo. `onBack` is called after the undo. */
  const giveUp = (onBack?: () => void) => {
    if (draft === null) return
    pages.drop(key)
    toast({
      mark: 'done',
      text: t('agents.draft.gone', { name: draft.began.name }),
      seconds: UNDO_SECONDS,
      action: {
        label: t('agents.grant.undo'),
        onAct: () => {
          keep(draft)
          onBack?.()
        },
      },
    })
  }
  const saved = (written: AgentFile) => pages.saved(key, written)
  return { draft, keep, drop: () => pages.drop(key), saved, giveUp }
}
