import { createHash } from 'node:crypto'
import type { ProjectId } from '#shared/ids.ts'
import type { McpSource } from '#shared/mcp/mcp-list.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'

/** A server as it is configured in one place. */
export type ServerDefinition = {
  /** Names it among all servers, whatever becomes of its configuration. */
  readonly key: string
  readonly name: string
  readonly source: McpSource
  /** The plugin that brings it. */
  readonly plugin?: string
  /** Whether the command line named it for this process. What is stored about others of its name does not hold for it. */
  readonly isOfCommandLine?: true
  readonly projectId: ProjectId | null
  /** The folder of its project; null for the person's own. */
  readonly root: string | null
  readonly config: McpServer
  /** The folder that it may read the path of (roots), where that differs from `root`. */
  readonly shown?: string
  /** Changes with anything that could make it another server. */
  readonly digest: string
}

/** Describes a server of a place. */
export function defineServer(place: Omit<ServerDefinition, 'key' | 'digest'>): ServerDefinition {
  const { name, source, projectId, root, config, isOfCommandLine } = place
  const { enabled: _, tools: __, timeout: ___, ...decisive } = config
  const digest = createHash('sha256')
    .update(JSON.stringify([source, root, sorted(decisive)]))
    .digest('hex')
  return { ...place, key: `${projectId ?? (isOfCommandLine === true ? 'run' : 'user')}:${name}`, digest }
}

/** The server as it runs for a folder: one with roots runs apart for each folder, so that no call changes another's. */
export function shownIn(definition: ServerDefinition, folder: string | null): ServerDefinition {
  if (definition.config.roots !== true || folder === null) return definition
  return { ...definition, shown: folder }
}

/** Names a running server: its key and the folder that it is shown. */
export function instanceOf({ key, shown }: Pick<ServerDefinition, 'key' | 'shown'>): string {
  return shown === undefined ? key : `${key}\0${shown}`
}

/** The same value with keys in order, so that moving a line in a file changes nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const)
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

/** The digest of a tool: what the person said of it holds as long as the server describes it the same way. */
export function toolDigest(tool: {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
}): string {
  const { name, description, inputSchema } = tool
  return createHash('sha256')
    .update(JSON.stringify([name, description, inputSchema]))
    .digest('hex')
    .slice(0, 16)
}

/** Returns the transport of a server. */
export function kindOf({ command, transport }: McpServer): 'stdio' | 'http' | 'sse' {
  if (command !== undefined) return 'stdio'
  return transport === 'sse' ? 'sse' : 'http'
}

/** Whether agents get a tool. A `*` at the end of a name matches any ending. */
export function isOffered(tool: string, { tools = {} }: McpServer): boolean {
  const has = (names: readonly string[]) => names.some((name) => matches(name, tool))
  return (tools.allow === undefined || has(tools.allow)) && !has(tools.deny ?? [])
}

function matches(name: string, tool: string): boolean {
  return name.endsWith('*') ? tool.startsWith(name.slice(0, -1)) : name === tool
}
