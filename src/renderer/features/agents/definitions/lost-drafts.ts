import type { AgentList } from '#shared/agent/definition.ts'
import type { ProjectId } from '#shared/ids.ts'
import {
  type AgentDraft,
  type AgentFile,
  type AgentsView,
  draftKey,
} from '../../../store/agents/agent-pages-store.ts'

/** Unsaved edits of an unlisted file, which was deleted or is overridden. */
export type LostDraft = {
  readonly began: AgentFile
  /** False where only another file of this name stands in front of it. */
  readonly gone: boolean
}

/** Returns the unsaved edits in this project, or of the person's own agents, whose file is unlisted. */
export function lostDrafts(
  drafts: Readonly<Record<string, AgentDraft>>,
  { agents, problems }: AgentList,
  projectId: ProjectId | null,
): readonly LostDraft[] {
  const listed = new Set([
    ...agents.map((agent) => draftKey(agent, projectId)),
    ...problems.flatMap(({ source, id }) => (id === null ? [] : [draftKey({ source, id }, projectId)])),
  ])
  return Object.entries(drafts).flatMap(([key, { began }]) => {
    if (listed.has(key) || key !== draftKey(began, projectId)) return []
    const isBehind = agents.some(({ id, replaces }) => id === began.id && replaces === began.source)
    return [{ began, gone: !isBehind }]
  })
}

/** The page of an agent whose file is gone is that of what was written for it; once it is there again, it is the agent's. */
export function lostView(view: AgentsView, lost: readonly LostDraft[], known: AgentList | null): AgentsView {
  if (known === null) return view
  const isKnown = (id: string) => known.agents.some((agent) => agent.id === id)
  const find = (id: string | null, source: string | null) =>
    lost.find(({ began }) => began.id === id && (source === null || began.source === source))?.began
  if (view.kind === 'lost-draft') {
    if (find(view.id, view.source) !== undefined) return view
    return isKnown(view.id) ? { kind: 'definition', id: view.id } : { kind: 'start' }
  }
  const began =
    view.kind === 'problem' && view.ofAgent
      ? find(view.problem.id, view.problem.source)
      : view.kind === 'definition' && !isKnown(view.id)
        ? find(view.id, null)
        : undefined
  return began === undefined ? view : { kind: 'lost-draft', id: began.id, source: began.source }
}
