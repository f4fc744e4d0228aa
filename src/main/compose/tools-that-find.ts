import type { SessionId } from '#shared/ids.ts'
import type { Tool } from '../tools/tool.ts'

type Found = 'memories' | 'pages' | 'notes'

/** The tools that only look something up. */
const LOOKS_UP: ReadonlyMap<string, Found> = new Map([
  ['memory_search', 'memories'],
  ['memory_get', 'memories'],
  ['retrieve', 'pages'],
  // What an agent notes in a run it knows, and a summary brings notes along.
  ['notes_get', 'notes'],
  ['notes_list', 'notes'],
])

type Deps = {
  /** Whether there is anything of the kind to find from this session. */
  readonly has: Readonly<Record<Found, (sessionId: SessionId) => boolean>>
}

/** Leaves out the tools that would find nothing, whatever they were asked: each costs tokens in every request. */
export function createToolsThatFind({ has }: Deps) {
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
      return found === undefined || isThere(found)
    })
  }
}

export type ToolsThatFind = ReturnType<typeof createToolsThatFind>
