import type { SessionFolds } from '#shared/events/fold.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Tool } from '../tools/tool.ts'
import { onceATurn } from './once-a-turn.ts'

type Found = 'memories' | 'pages' | 'notes' | 'servers'

/** The tools that only look something up. */
const LOOKS_UP: ReadonlyMap<string, Found> = new Map([
  ['memory_search', 'memories'],
  ['memory_get', 'memories'],
  ['retrieve', 'pages'],
  // An agent knows notes it made in this run, and a summary carries notes along.
  ['notes_get', 'notes'],
  ['notes_list', 'notes'],
  ['code', 'servers'],
])

type Deps = {
  readonly projectOf: (sessionId: SessionId) => ProjectId | null
  /** Whether there is anything of the kind to find from a project. */
  readonly hasMemories: (projectId: ProjectId | null) => boolean
  readonly hasPages: (projectId: ProjectId | null) => boolean
  /** Whether a language server of a project is on. */
  readonly hasServers: (projectId: ProjectId | null) => boolean
  /** Whether the settings allow a tool. */
  readonly isOffered: (name: string) => boolean
  readonly folds: (sessionId: SessionId) => Pick<SessionFolds, 'contexts'>
  /** Schedules a callback after the current turn of the event loop. */
  readonly soon: (act: () => void) => void
}

/** Leaves out the tools that would find nothing, whatever they were asked: each costs tokens in every request. */
export function createToolsThatFind({ projectOf, folds, isOffered, soon, ...deps }: Deps) {
  const hasMemories = onceATurn(deps.hasMemories, soon)
  const hasPages = onceATurn(deps.hasPages, soon)
  const hasServers = onceATurn(deps.hasServers, soon)
  const has: Readonly<Record<Found, (sessionId: SessionId) => boolean>> = {
    memories: (id) => hasMemories(projectOf(id)),
    pages: (id) => hasPages(projectOf(id)),
    servers: (id) => hasServers(projectOf(id)),
    notes: (id) => Object.values(folds(id).contexts).some(({ notes }) => (notes?.length ?? 0) > 0),
  }
  return (sessionId: SessionId, tools: readonly Tool[]): readonly Tool[] => {
    // Several tools find the same.
    const asked = new Map<Found, boolean>()
    const isThere = (found: Found): boolean => {
      const known = asked.get(found) ?? has[found](sessionId)
      asked.set(found, known)
      return known
    }
    return tools.filter(({ name }) => {
      const found = LOOKS_UP.get(name)
      return found === undefined ? isOffered(name) : isThere(found)
    })
  }
}

export type ToolsThatFind = ReturnType<typeof createToolsThatFind>
