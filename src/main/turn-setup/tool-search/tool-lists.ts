import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { toolShare } from '#shared/tools/tool-share.ts'
import { hasBackgroundAgents } from '../../agents/tools/has-agents.ts'
import { STOP_AGENT_TOOL } from '../../agents/tools/stop-agent.ts'
import { hasSmallWindow } from '../../context/budget/small-window.ts'
import { knownInlineTools } from '../../context/updates/tool-updates.ts'
import type { ToolSpec } from '../../models/model.ts'
import { CALL_TOOL } from '../../tools/reading/call-target.ts'
import type { Tool } from '../../tools/tool.ts'
import { CORE_TOOLS, SEARCH_TOOL } from '../../tools/tool-search/core-tools.ts'
import { isNeeded } from './late-tools.ts'

type Deps = {
  /** The setting `search` of `[tools]`. */
  readonly search: () => string | undefined
  readonly sessionOf: (sessionId: SessionId) => Pick<SessionRecord, 'task' | 'parentSessionId'> | null
  readonly hasJobs: (sessionId: SessionId) => boolean
}

/** For whom tools are listed. */
export type Listing = {
  readonly sessionId: SessionId
  readonly path: readonly DurableEvent[]
  readonly definition: Pick<AgentDefinition, 'id'>
  readonly model: Pick<ModelInfo, 'contextWindow'>
  /** Whether a tool is of use in the session now. */
  readonly isOffered: (name: string) => boolean
  readonly specOf: (tool: Tool) => ToolSpec
  readonly tokensOf: (spec: ToolSpec) => number
  /** Whether the list is kept for the session. False where a request is only measured. */
  readonly keeps: boolean
}

/** The tools of an agent for one request. */
export type ToolList = {
  /** The tool list of the request. */
  readonly specs: readonly ToolSpec[]
  /** Tools that can be called and are not in the list. */
  readonly deferred: readonly Tool[]
  /** Those of the deferred that the agent is to be told of. */
  readonly announced: readonly Tool[]
  /** The tools of servers in the list, also those that are gone since. */
  readonly inline: readonly string[]
  /** Those of the inline tools that can be called. */
  readonly callable: ReadonlySet<string>
}

/** Tools of the app that are found by a search only, because nothing else ever depends on them. */
const QUIET: ReadonlySet<string> = new Set(['memory_get', 'notes_get', 'notes_list'])

/** Lists that are remembered. A forgotten one is made again, at the price of one cache miss. */
const MOST_KEPT = 500

type Kept = { readonly names: readonly string[]; readonly specs: Map<string, ToolSpec> }

/** Whether an agent finds tools by a search. Small windows have no room for it, and some agents have their tools named. */
export function searchesTools(
  search: string | undefined,
  tools: readonly Pick<Tool, 'name'>[],
  model: Pick<ModelInfo, 'contextWindow'>,
): boolean {
  const has = (name: string) => tools.some((tool) => tool.name === name)
  return toolShare(search) !== null && !hasSmallWindow(model) && has(SEARCH_TOOL) && has(CALL_TOOL)
}

/** Tools without those that only serve a search. */
export const withoutSearch = (tools: readonly Tool[]): readonly Tool[] =>
  tools.filter(({ name }) => name !== SEARCH_TOOL && name !== CALL_TOOL)

/**
 * Creates the tool lists of sessions. The list of a session is settled with its first request and stays the same to the
 * byte, so that the cache of the provider holds: tools that come later are deferred, and tools that go stay listed.
 */
export function createToolLists({ search, sessionOf, hasJobs }: Deps) {
  const kept = new Map<string, Kept>()

  /** A copy begins with the same words as what it copies, tools included. */
  const keyOf = (sessionId: SessionId, agent: string): string => {
    const session = sessionOf(sessionId)
    const of = session?.task?.fork === true ? (session.parentSessionId ?? sessionId) : sessionId
    return `${of} ${agent}`
  }

  const inlineOf = (
    tools: readonly Tool[],
    { path, model, specOf, tokensOf }: Listing,
  ): ReadonlySet<string> => {
    const ofServers = tools.filter(({ server }) => server !== undefined)
    const told = knownInlineTools(path)
    if (told !== null) return new Set(told)
    const share = toolShare(search()) ?? 100
    const tokens = ofServers.reduce((sum, tool) => sum + tokensOf(specOf(tool)), 0)
    return new Set(tokens * 100 <= share * model.contextWindow ? ofServers.map(({ name }) => name) : [])
  }

  const settled = (tools: readonly Tool[], listing: Listing): Kept => {
    const key = keyOf(listing.sessionId, listing.definition.id)
    const known = kept.get(key)
    if (known !== undefined) return known
    const inline = inlineOf(tools, listing)
    const names = tools.map(({ name }) => name).filter((name) => CORE_TOOLS.has(name) || inline.has(name))
    const made: Kept = { names, specs: new Map() }
    if (listing.keeps) keepNewest(kept, key, made, MOST_KEPT)
    return made
  }

  const isAnnounced = ({ name, server }: Tool, { sessionId, path, isOffered }: Listing): boolean => {
    if (server !== undefined) return true
    if (QUIET.has(name) || !isOffered(name)) return false
    if (name === STOP_AGENT_TOOL) return hasBackgroundAgents(path)
    return isNeeded(name, { path, hasJobs: hasJobs(sessionId) })
  }

  return {
    /** Returns the tools of an agent that finds tools by a search. */
    of: (tools: readonly Tool[], listing: Listing): ToolList => {
      const { names, specs } = settled(tools, listing)
      const byName = new Map(tools.map((tool) => [tool.name, tool]))
      const listed = new Set(names)
      const specFor = (name: string): ToolSpec | undefined => {
        const tool = byName.get(name)
        // What a server changes about a tool must not change the list.
        const isFixed = tool === undefined || tool.server !== undefined
        const spec = isFixed ? (specs.get(name) ?? (tool && listing.specOf(tool))) : listing.specOf(tool)
        if (spec !== undefined) specs.set(name, spec)
        return spec
      }
      const deferred = tools.filter(({ name, server }) => {
        return !listed.has(name) && (server !== undefined || listing.isOffered(name))
      })
      const inline = names.filter((name) => !CORE_TOOLS.has(name))
      return {
        specs: names.flatMap((name) => specFor(name) ?? []),
        deferred,
        announced: deferred.filter((tool) => isAnnounced(tool, listing)),
        inline,
        callable: new Set(inline.filter((name) => byName.has(name))),
      }
    },
  }
}
