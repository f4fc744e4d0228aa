import { useStore } from 'zustand'
import { type AgentFile, draftKey } from '../../../store/agents/agent-pages-store.ts'
import { useAgents, useApp } from '../agents-context.ts'

/** Returns the check whether a file has unsaved edits. */
export function useUnsaved() {
  const { pages } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const drafts = useStore(pages.store, (state) => state.drafts)
  return {
    has: (file: Pick<AgentFile, 'source' | 'id'>) => drafts[draftKey(file, projectId)] !== undefined,
  }
}
