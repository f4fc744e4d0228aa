import { z } from 'zod'
import { ProjectId } from '../../ids.ts'
import type { McpOpenedFile } from '../../mcp/bundle.ts'
import type { McpMessagePage, McpMessagePair, McpOffers, McpTrial } from '../../mcp/inspector.ts'
import type { McpPromptListing, McpResourceMatch } from '../../mcp/mcp-content.ts'
import type { McpDetails, McpImport, McpList } from '../../mcp/mcp-list.ts'
import { McpServer, McpServerName } from '../../mcp/server-config.ts'
import type { McpEditable } from '../../mcp/server-edit.ts'
import { call, personCall } from '../call.ts'
import type { FileInput } from './session-calls.ts'

const Place = () => ({ projectId: ProjectId.nullable(), key: z.string().min(1).max(300) })

const MessageFilter = z.strictObject({
  sender: z.enum(['client', 'server']).nullable(),
  method: z.string().max(200).nullable(),
  failedOnly: z.boolean(),
  text: z.string().max(200),
})

const BundleValues = z.record(z.string().max(100), z.string().max(20_000))
const Values = z.record(z.string().max(200), z.string().max(100_000))
const TriedRequest = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('call'),
    tool: z.string().min(1).max(1_000),
    args: z.record(z.string().max(1_000), z.unknown()),
  }),
  z.strictObject({ what: z.literal('read'), uri: z.string().min(1).max(4_000) }),
  z.strictObject({ what: z.literal('self-test') }),
  z.strictObject({ what: z.literal('prompt'), name: z.string().min(1).max(200), args: Values }),
])

export const MCP_CALLS = {
  /** The servers of the person and of a project, or with null only those of the person. */
  'mcp.list': call<McpList>()(() => z.strictObject({ projectId: ProjectId.nullable() })),
  /** The tools of a server and its log. */
  'mcp.details': call<McpDetails>()(() => z.strictObject(Place())),
  /** Adds a server to the person's settings. */
  'mcp.add': personCall<null>()(() => z.strictObject({ name: McpServerName, config: McpServer })),
  /** Returns a server of the person for the form that changes it, without plain values of variables. */
  'mcp.editable': call<McpEditable>()(() => z.strictObject({ key: z.string().min(1).max(300) })),
  /** Changes a server of the person that still is as it was shown. */
  'mcp.edit': personCall<null>()(() =>
    z.strictObject({ key: z.string().min(1).max(300), digest: z.string().length(64), config: McpServer }),
  ),
  /** Lets the person choose a bundle or a JSON file. JSON adds its servers; a bundle is only described. */
  'mcp.openFile': call<McpOpenedFile | null>()(() => z.strictObject({})),
  /** Unpacks a bundle that was described and adds its server. Secret values go to the vault. */
  'mcp.installBundle': personCall<null>()(() =>
    z.strictObject({ id: z.string().max(100), name: McpServerName, values: BundleValues }),
  ),
  /** Adds the servers of a JSON text to the person's settings. Those that cannot be used are named. */
  'mcp.import': personCall<McpImport>()(() => z.strictObject({ text: z.string().max(200_000) })),
  /** Copies a server of a project into the person's settings. */
  'mcp.copy': call<null>()(() => z.strictObject(Place())),
  /** Returns the resources that fit the words after `@`. Starts a server only to complete a variable. */
  'mcp.findResources': call<readonly McpResourceMatch[]>()(() =>
    z.strictObject({ projectId: ProjectId.nullable(), typed: z.string().max(4_000) }),
  ),
  /** Reads a resource so that it can be attached. */
  'mcp.readResource': personCall<readonly FileInput[]>()(() =>
    z.strictObject({ ...Place(), uri: z.string().min(1).max(4_000) }),
  ),
  /** Returns the prompts of all servers that are known. Starts none. */
  'mcp.prompts': call<readonly McpPromptListing[]>()(() =>
    z.strictObject({ projectId: ProjectId.nullable() }),
  ),
  /** Proposes values for an argument of a prompt. */
  'mcp.completeArgument': call<readonly string[]>()(() =>
    z.strictObject({
      ...Place(),
      prompt: z.string().max(200),
      argument: z.string().max(200),
      value: z.string().max(1_000),
      chosen: z.record(z.string().max(200), z.string().max(1_000)),
    }),
  ),
  /** Returns the newest stored messages of a server that fit a filter. `before`: only older ones than this id. */
  'mcp.messages': call<McpMessagePage>()(() =>
    z.strictObject({ ...Place(), filter: MessageFilter, before: z.number().int().nullable() }),
  ),
  /** Returns a stored message with its counterpart; null where it is not stored any more. */
  'mcp.message': call<McpMessagePair | null>()(() => z.strictObject({ ...Place(), id: z.number().int() })),
  /** Deletes the stored messages of a server. */
  'mcp.clearMessages': call<null>()(() => z.strictObject(Place())),
  /** Saves the stored messages as a recording. Null: the person cancelled. */
  'mcp.saveRecording': call<{ readonly fileName: string } | null>()(() => z.strictObject(Place())),
  /** Returns the tools, resources and prompts of a server as it listed them. Starts none. */
  'mcp.offers': call<McpOffers>()(() => z.strictObject(Place())),
  /** Sends a request to a server by hand and returns its id. Rules that refuse a tool refuse this too. */
  'mcp.try': personCall<number>()(() => z.strictObject({ ...Place(), request: TriedRequest })),
  /** Returns the state of a request by hand; null for one that is forgotten. */
  'mcp.trial': call<McpTrial | null>()(() => z.strictObject({ id: z.number().int() })),
  'mcp.stopTrial': call<null>()(() => z.strictObject({ id: z.number().int() })),
  'mcp.remove': call<null>()(() => z.strictObject(Place())),
  'mcp.turn': call<null>()(() => z.strictObject({ ...Place(), on: z.boolean() })),
  'mcp.restart': call<null>()(() => z.strictObject(Place())),
  /** Opens the browser to sign in for a server. The list shows the outcome. */
  'mcp.signIn': personCall<null>()(() => z.strictObject(Place())),
  'mcp.cancelSignIn': call<null>()(() => z.strictObject(Place())),
  /** Signs out at the authorization server of a server, for all servers that use it. */
  'mcp.signOut': call<null>()(() => z.strictObject(Place())),
  /** Stores a client id for the authorization server of a server in the vault. */
  'mcp.setClient': personCall<null>()(() =>
    z.strictObject({
      ...Place(),
      id: z.string().trim().min(1).max(2_000),
      secret: z.string().min(1).max(4_000).nullable(),
    }),
  ),
  /** Lets a server of a project start as it was shown, or with null takes that back. */
  'mcp.trust': call<null>()(() =>
    z.strictObject({ ...Place(), projectId: ProjectId, digest: z.string().length(64).nullable() }),
  ),
  /** Says of a tool that it only reads, so that plan mode may ask for it. */
  'mcp.markReadOnly': call<null>()(() =>
    z.strictObject({ ...Place(), tool: z.string().max(1_000), readOnly: z.boolean() }),
  ),
} as const
