import { AppError } from '#shared/errors.ts'
import { localDay } from '../lib/local-day.ts'
import type { Logger } from '../lib/logger.ts'
import type { Tool } from '../tools/tool.ts'
import { createKeepApp } from './apps/keep-app.ts'
import { instanceOf, isOffered, type ServerDefinition, shownIn, toolDigest } from './definition.ts'
import { createMcpTool, type McpToolDeps } from './mcp-tool.ts'
import type { RemoteTool } from './messages.ts'
import type { Listing, McpRows } from './rows.ts'
import type { RunningServers } from './running-servers.ts'
import { createSampling } from './sampling/sampling.ts'
import { fullToolName, modelToolName } from './tool-names.ts'

type Deps = {
  readonly rows: McpRows
  readonly running: RunningServers
  /** The same server as it is configured now; the one that is given where it is gone. */
  readonly asItIsNow: (definition: ServerDefinition) => Promise<ServerDefinition>
  readonly tool: Pick<McpToolDeps, 'shorten' | 'beforeCall'>
  readonly hideIn: (value: unknown) => unknown
  /** Wraps a tool so that its output holds no secrets. */
  readonly guarded: (tool: Tool) => Tool
  readonly countTokens: (text: string) => number
  readonly now: () => number
  readonly logger: Pick<Logger, 'warn'>
  readonly changed: () => void
}

/** The longest wait of a run for unknown tools, in milliseconds. */
const PATIENCE_MS = 20_000
/** The same where the tools of another folder can stand in. */
const SHORT_MS = 5_000
/** A server that could not be started is left alone for so long, in milliseconds. */
const REST_MS = 60_000

/** Makes tools of agents out of the tools of servers. */
export function createServerTools(deps: Deps) {
  const { rows, running } = deps
  const sample = createSampling({ rows, today: () => localDay(deps.now()) })
  const keepApp = createKeepApp(deps)
  const made = new Map<string, { readonly of: string; readonly tools: readonly Tool[] }>()
  const failedAt = new Map<string, number>()

  const toolOf = (definition: ServerDefinition, remote: RemoteTool): Tool => {
    const digest = toolDigest(remote)
    const { key, name } = definition
    return createMcpTool({
      ...deps.tool,
      definition,
      remote,
      sample,
      keepApp,
      onlyReads: () => rows.of(key).readOnly.has(digest) && isStillListed(rows, definition, remote),
      call: async (args, { root, ...during }, signal) => {
        // It may have been switched off or changed since the run began.
        const now = await deps.asItIsNow(definition)
        if (now.digest !== definition.digest || !(await running.mayRun(now))) {
          throw AppError.forAgent('tool.denied', `The MCP server "${name}" was switched off or changed.`)
        }
        return await running.get(shownIn(now, root)).call(remote.name, args, during, signal)
      },
      used: (failed) => {
        rows.used(key, failed, deps.now())
        deps.changed()
      },
    })
  }

  return {
    /** The tools agents get of a server. The same objects as long as nothing about it changes. */
    of: (definition: ServerDefinition, listing: Listing): readonly Tool[] => {
      const of = JSON.stringify([definition, listing.tools])
      const known = made.get(instanceOf(definition))
      if (known?.of === of) return known.tools
      const tools = offeredOf(definition, listing).map((remote) => deps.guarded(toolOf(definition, remote)))
      made.set(instanceOf(definition), { of, tools })
      return tools
    },
    /** Estimated tokens of the definition of a tool in each request. */
    tokens: (definition: ServerDefinition, remote: RemoteTool): number => {
      const { name, description, toldSchema } = toolOf(definition, remote)
      return deps.countTokens(JSON.stringify({ name, description, schema: toldSchema }))
    },
    /**
     * The tools of a server as it listed them for the folder of its definition. Starts it where they are not known. Where
     * that fails they are those of another folder, or null.
     */
    listing: async (definition: ServerDefinition, signal: AbortSignal): Promise<Listing | null> => {
      const { key, digest, name, shown } = definition
      const known = rows.listing(key, digest, shown)
      if (known !== null) return known
      const other = shown === undefined ? null : rows.listing(key, digest)
      const instance = `${instanceOf(definition)} ${digest}`
      const failed = failedAt.get(instance)
      if (failed !== undefined && deps.now() - failed < REST_MS) return other
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(other === null ? PATIENCE_MS : SHORT_MS)])
        return await running.get(definition).tools(limit)
      } catch (error) {
        signal.throwIfAborted()
        failedAt.set(instance, deps.now())
        deps.logger.warn('The tools of an MCP server are not known', { name, reason: String(error) })
        return other
      }
    },
    /** The person starts a server that could not be started. */
    retry: ({ key }: ServerDefinition): void => {
      for (const name of [...failedAt.keys()]) {
        if (name.startsWith(`${key} `) || name.startsWith(`${key}\0`)) failedAt.delete(name)
      }
    },
  }
}

export type ServerTools = ReturnType<typeof createServerTools>

/** Whether a server still describes a tool in the same way: a run keeps its tools while a server changes them. */
function isStillListed(
  rows: Pick<McpRows, 'listing'>,
  { key, digest, shown }: ServerDefinition,
  remote: RemoteTool,
): boolean {
  const listing = rows.listing(key, digest, shown) ?? rows.listing(key, digest)
  const listed = listing?.tools.find(({ name }) => name === remote.name)
  return listed !== undefined && toolDigest(listed) === toolDigest(remote)
}

/** The tools agents get. Of two that the server lists under one name only the first counts. */
export function offeredOf({ name, config }: ServerDefinition, { tools }: Listing): readonly RemoteTool[] {
  const once = new Map<string, RemoteTool>()
  for (const tool of tools) {
    const known = modelToolName(fullToolName(name, tool.name))
    const isForModels = isOffered(tool.name, config) && tool.ui?.model !== false
    if (isForModels && !once.has(known)) once.set(known, tool)
  }
  return [...once.values()]
}
