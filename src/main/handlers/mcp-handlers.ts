import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { MCP_CALLS } from '#shared/ipc/calls/mcp-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { BundlePreview } from '#shared/mcp/bundle.ts'
import type {
  McpMessageFilter,
  McpMessagePage,
  McpMessagePair,
  McpOffers,
  McpTrial,
} from '#shared/mcp/inspector.ts'
import type { McpPromptListing, McpResourceMatch } from '#shared/mcp/mcp-content.ts'
import type { McpDetails, McpImport, McpList } from '#shared/mcp/mcp-list.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import type { McpEditable } from '#shared/mcp/server-edit.ts'
import type { ShellPort } from '../app-port.ts'
import type { RemoteFile } from '../mcp/content/remote-content.ts'
import type { RefusedBy } from '../mcp/inspector/inspector.ts'
import type { TriedRequest } from '../mcp/inspector/trials.ts'

type Place = ProjectId | null

type Rooms = {
  readonly mcp: {
    readonly list: (projectId: Place) => Promise<McpList>
    readonly details: (projectId: Place, key: string) => Promise<McpDetails>
    readonly add: (name: string, config: McpServer) => Promise<void>
    readonly import: (text: string) => Promise<McpImport>
    readonly copy: (projectId: Place, key: string) => Promise<void>
    readonly editable: (key: string) => Promise<McpEditable>
    readonly edit: (key: string, digest: string, config: McpServer) => Promise<void>
    readonly remove: (projectId: Place, key: string) => Promise<void>
    readonly turn: (projectId: Place, key: string, on: boolean) => Promise<void>
    readonly restart: (projectId: Place, key: string, signal: AbortSignal) => Promise<void>
    readonly trust: (projectId: ProjectId, key: string, digest: string | null) => Promise<void>
    readonly signIn: (projectId: Place, key: string, signal: AbortSignal) => Promise<void>
    readonly cancelSignIn: (projectId: Place, key: string) => Promise<void>
    readonly signOut: (projectId: Place, key: string, signal: AbortSignal) => Promise<void>
    readonly setClient: (
      projectId: Place,
      key: string,
      entered: { readonly id: string; readonly secret: string | null },
    ) => Promise<void>
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
    readonly messages: (
      projectId: Place,
      key: string,
      filter: McpMessageFilter,
      before: number | null,
    ) => Promise<McpMessagePage>
    readonly message: (projectId: Place, key: string, id: number) => Promise<McpMessagePair | null>
    readonly clearMessages: (projectId: Place, key: string) => Promise<void>
    readonly recording: (
      projectId: Place,
      key: string,
    ) => Promise<{ readonly name: string; readonly text: string }>
    readonly offers: (projectId: Place, key: string) => Promise<McpOffers>
    readonly tryRequest: (
      place: { readonly projectId: Place; readonly key: string },
      request: TriedRequest,
      refusedBy: RefusedBy,
      signal: AbortSignal,
    ) => Promise<number>
    readonly trial: (id: number) => McpTrial | null
    readonly stopTrial: (id: number) => void
  }
  readonly bundles: {
    readonly open: (file: string) => Promise<BundlePreview>
    readonly install: (
      wanted: {
        readonly id: string
        readonly name: string
        readonly values: Readonly<Record<string, string>>
      },
      signal: AbortSignal,
    ) => Promise<void>
  }
  /** Reads the text of a small file. */
  readonly readText: (file: string) => Promise<string>
  readonly refusedBy: RefusedBy
  readonly shell: Pick<ShellPort, 'pickFile' | 'pickSaveFile'>
  /** Writes the file whole or not at all, and returns its name. */
  readonly write: (path: string, text: string) => Promise<string>
  readonly report: (error: unknown) => void
  readonly signal: AbortSignal
}

/** Creates the handlers for MCP servers. */
export function createMcpHandlers(rooms: Rooms): Pick<Handlers, keyof typeof MCP_CALLS> {
  const { mcp, report, signal } = rooms
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
    'mcp.signIn': ({ projectId, key }) => {
      // It waits for the browser, and the list shows the outcome.
      mcp.signIn(projectId, key, signal).catch((error: unknown) => {
        if (!(error instanceof AppError)) report(error)
      })
      return null
    },
    'mcp.cancelSignIn': ({ projectId, key }) => done(mcp.cancelSignIn(projectId, key)),
    'mcp.signOut': ({ projectId, key }) => done(mcp.signOut(projectId, key, signal)),
    'mcp.setClient': ({ projectId, key, id, secret }) => done(mcp.setClient(projectId, key, { id, secret })),
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
    'mcp.editable': ({ key }) => mcp.editable(key),
    'mcp.edit': ({ key, digest, config }) => done(mcp.edit(key, digest, config)),
    'mcp.openFile': async (_, { windowId }) => {
      const file = await rooms.shell.pickFile(windowId, ['mcpb', 'dxt', 'json'])
      if (file === null) return null
      if (!file.toLowerCase().endsWith('.json')) {
        return { kind: 'bundle', bundle: await rooms.bundles.open(file) }
      }
      return { kind: 'import', imported: await mcp.import(await rooms.readText(file)) }
    },
    'mcp.installBundle': (wanted) => done(rooms.bundles.install(wanted, signal)),
    ...inspectorHandlers(rooms),
  }
}

type InspectorCalls =
  | 'mcp.messages'
  | 'mcp.message'
  | 'mcp.clearMessages'
  | 'mcp.saveRecording'
  | 'mcp.offers'
  | 'mcp.try'
  | 'mcp.trial'
  | 'mcp.stopTrial'

function inspectorHandlers({ mcp, shell, write, refusedBy, signal }: Rooms): Pick<Handlers, InspectorCalls> {
  return {
    'mcp.messages': ({ projectId, key, filter, before }) => mcp.messages(projectId, key, filter, before),
    'mcp.message': ({ projectId, key, id }) => mcp.message(projectId, key, id),
    'mcp.clearMessages': async ({ projectId, key }) => {
      await mcp.clearMessages(projectId, key)
      return null
    },
    'mcp.saveRecording': async ({ projectId, key }, { windowId }) => {
      const { name, text } = await mcp.recording(projectId, key)
      const path = await shell.pickSaveFile(windowId, `${name}.mcp.jsonl`)
      return path === null ? null : { fileName: await write(path, text) }
    },
    'mcp.offers': ({ projectId, key }) => mcp.offers(projectId, key),
    'mcp.try': ({ projectId, key, request }) =>
      mcp.tryRequest({ projectId, key }, request, refusedBy, signal),
    'mcp.trial': ({ id }) => mcp.trial(id),
    'mcp.stopTrial': ({ id }) => {
      mcp.stopTrial(id)
      return null
    },
  }
}
