import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { AgentList } from '#shared/agent/definition.ts'
import { useAgents, useApp } from '../agents-context.ts'
import { type LostDraft, lostDrafts } from './lost-drafts.ts'

const NONE: readonly LostDraft[] = []

/** Returns unsaved edits of unlisted agents. */
export function useLostDrafts(known: AgentList | null): readonly LostDraft[] {
  const { pages } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const drafts = useStore(pages.store, (state) => state.drafts)
  return useMemo(
    () => (known === null ? NONE : lostDrafts(drafts, known, projectId)),
    [drafts, known, projectId],
  )
}
