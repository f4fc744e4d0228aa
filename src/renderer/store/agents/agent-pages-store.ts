import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AgentSource } from '#shared/agent/definition.ts'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import type { AgentId, ProjectId, TeamId } from '#shared/ids.ts'

/** The current page of the agents screen. */
export type AgentsView =
  | { readonly kind: 'start' | 'grants' | 'processes' | 'teams' }
  | { readonly kind: 'team'; readonly id: TeamId; readonly limiting?: boolean }
  | { readonly kind: 'definition'; readonly id: AgentId; readonly editing?: boolean }
  | { readonly kind: 'new-agent'; readonly copyOf: { readonly id: AgentId; readonly name: string } | null }
  | { readonly kind: 'lost-draft'; readonly id: AgentId; readonly source: AgentSource }
  | { readonly kind: 'skill'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: FileProblem; readonly ofAgent: boolean }

/** A file as it was when the person began. One that comes with the app is copied: it stays as it is. */
export type AgentFile = {
  readonly id: string
  readonly name: string
  readonly source: AgentSource
  readonly text: string
}

/** An unsaved edit of a file, with the version it started from. */
export type AgentDraft = { readonly began: AgentFile; readonly text: string }

/** The typed fields of a new agent: the name of its file, and its text so far. */
export type NewAgent = {
  readonly name: string
  readonly text: string
  readonly source: 'user' | 'project'
}

export const NO_NEW_AGENT: NewAgent = { name: '', text: '---\n---\n', source: 'user' }

type AgentPagesState = {
  /** The current page and its project; null at first. */
  readonly place: { readonly view: AgentsView; readonly projectId: ProjectId | null } | null
  readonly drafts: Readonly<Record<string, AgentDraft>>
  /** By the project that was open, and by whom it is to be a copy of. */
  readonly newAgents: Readonly<Record<string, NewAgent>>
  /** Agents that ended before this moment are hidden, in epoch milliseconds. */
  readonly clearedUntil: number
}

/** Persists the time when the list of ended agents was cleared. */
type Cleared = { readonly until: () => number; readonly mark: (until: number) => void }

export type AgentPagesStore = ReturnType<typeof createAgentPagesStore>

/** The same name in another project means something else, or does not exist. */
const OF_A_PROJECT: ReadonlySet<AgentsView['kind']> = new Set([
  ...(['definition', 'new-agent', 'lost-draft', 'skill', 'problem'] as const),
])

/**
 * Stores the current agents page and unsaved edits. It outlives the screen, so that navigation loses no
 * input.
 */
export function createAgentPagesStore(cleared: Cleared) {
  const store = createStore<AgentPagesState>(() => ({
    place: null,
    drafts: {},
    newAgents: {},
    clearedUntil: cleared.until(),
  }))

  const go = (view: AgentsView, projectId: ProjectId | null): void =>
    store.setState({ place: { view, projectId } })

  /** Opens the next page, unless the person has navigated elsewhere. */
  function goFrom(from: AgentsView | null, view: AgentsView, projectId: ProjectId | null): void {
    if (viewIn(store.getState(), projectId) === from) go(view, projectId)
  }

  function keep(key: string, draft: AgentDraft): void {
    store.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }))
  }

  function drop(key: string): void {
    store.setState(({ drafts }) => ({ drafts: without(drafts, key) }))
  }

  /** A draft was saved as it was then. What was written since stays, from what the file holds now. */
  function saved(key: string, file: AgentFile): void {
    const draft = store.getState().drafts[key]
    if (draft === undefined || draft.text === file.text) drop(key)
    else keep(key, { began: file, text: draft.text })
  }

  function name(key: string, newAgent: NewAgent): void {
    store.setState(({ newAgents }) => ({ newAgents: { ...newAgents, [key]: newAgent } }))
  }

  /** The agent was made, or will not be. */
  function unname(key: string): void {
    store.setState(({ newAgents }) => ({ newAgents: without(newAgents, key) }))
  }

  function clearUntil(clearedUntil: number): void {
    cleared.mark(clearedUntil)
    store.setState({ clearedUntil })
  }

  const view: Pick<StoreApi<AgentPagesState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, go, goFrom, keep, drop, saved, name, unname, clearUntil }
}

/** Returns the current page in this project; null for the start. */
export function viewIn({ place }: AgentPagesState, projectId: ProjectId | null): AgentsView | null {
  if (place === null) return null
  return OF_A_PROJECT.has(place.view.kind) && place.projectId !== projectId ? null : place.view
}

/** The file that an agent is written to: of the person, also for a copy of one that comes with the app, or of a project. */
export function draftKey(
  { source, id }: Pick<AgentFile, 'source' | 'id'>,
  projectId: ProjectId | null,
): string {
  return source === 'project' ? `${projectId}/${id}` : id
}

/** Returns the key of a new agent's typed fields. */
export const newAgentKey = (projectId: ProjectId | null, copyOf: AgentId | null): string =>
  `${projectId}/${copyOf ?? ''}`

function without<T>(all: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== key))
}
