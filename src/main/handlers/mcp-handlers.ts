import type { ProjectId } from '#shared/ids.ts'
import type { MCP_CALLS } from '#shared/ipc/calls/mcp-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { McpPromptListing, McpResourceMatch } from '#shared/mcp/mcp-content.ts'
import type { McpDetails, McpImport, McpList } from '#shared/mcp/mcp-list.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import type { RemoteFile } from '../mcp/content/remote-content.ts'

type Place = ProjectId | null

type Rooms = {
  readonly mcp: {
    readonly list: (projectId: Place) => Promise<McpList>
    readonly details: (projectId: Place, key: string) => Promise<McpDetails>
    readonly add: (name: string, config: McpServer) => Promise<void>
    readonly import: (text: string) => Promise<McpImport>
    readonly copy: (projectId: Place, key: string) => Promise<void>
    readonly remove: (projectId: Place, key: string) => Promise<void>
    readonly turn: (projectId: Place, key: string, on: boolean) => Promise<void>
    readonly restart: (projectId: Place, key: string, signal: AbortSignal) => Promise<void>
    readonly trust: (projectId: ProjectId, key: string, digest: string | null) => Promise<void>
    readonly findResources: (projectId: Place, typed: string) => Promise<readonly McpResourceMatch[]>
    readonly readResource: (
      projectId: Place,
      resource: { readonly key: string; readonly uri: string },
      signal: AbortSignal,
    ) => Promise<readonly RemoteFile[]>
    readonly prompts: (projectId: Place) => Promise<readonly McpPromptListing[]>
    readonly completeArgument: (
      projectId: Place,
      key: string,
      completing: {
        readonly prompt: string
        readonly argument: string
        readonly value: string
        readonly chosen: Readonly<Record<string, string>>
      },
    ) => Promise<readonly string[]>
    readonly markReadOnly: (projectId: Place, key: string, tool: string, readOnly: boolean) => Promise<void>
  }
  readonly report: (error: unknown) => void
  readonly signal: AbortSignal
}

/** Creates the handlers for MCP servers. */
export function createMcpHandlers({ mcp, report, signal }: Rooms): Pick<Handlers, keyof typeof MCP_CALLS> {
  const done = async (work: Promise<void>): Promise<null> => {
    await work
    return null
  }
  return {
    'mcp.list': ({ projectId }) => mcp.list(projectId),
    'mcp.details': ({ projectId, key }) => mcp.details(projectId, key),
    'mcp.add': ({ name, config }) => done(mcp.add(name, config)),
    'mcp.import': ({ text }) => mcp.import(text),
    'mcp.copy': ({ projectId, key }) => done(mcp.copy(projectId, key)),
    'mcp.remove': ({ projectId, key }) => done(mcp.remove(projectId, key)),
    'mcp.turn': ({ projectId, key, on }) => done(mcp.turn(projectId, key, on)),
    'mcp.restart': ({ projectId, key }) => {
      // A start takes a while, and is seen in the list.
      mcp.restart(projectId, key, signal).catch(report)
      return null
    },
    'mcp.findResources': ({ projectId, typed }) => mcp.findResources(projectId, typed),
    'mcp.readResource': async ({ projectId, ...resource }) => {
      const files = await mcp.readResource(projectId, resource, signal)
      const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
      return files.map(({ bytes, ...file }) => ({ ...file, base64: base64(bytes), resource }))
    },
    'mcp.prompts': ({ projectId }) => mcp.prompts(projectId),
    'mcp.completeArgument': ({ projectId, key, ...completing }) =>
      mcp.completeArgument(projectId, key, completing),
    'mcp.trust': ({ projectId, key, digest }) => done(mcp.trust(projectId, key, digest)),
    'mcp.markReadOnly': ({ projectId, key, tool, readOnly }) =>
      done(mcp.markReadOnly(projectId, key, tool, readOnly)),
  }
}
