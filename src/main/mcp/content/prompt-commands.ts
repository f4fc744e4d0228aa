import { AppError } from '#shared/errors.ts'
import type { BlobId, ProjectId, SessionId } from '#shared/ids.ts'
import type { McpPromptListing } from '#shared/mcp/mcp-content.ts'
import { say } from '#shared/sentences.ts'
import type { FilePart, Part } from '#shared/session/message.ts'
import type { RemoteFile } from './remote-content.ts'
import type { ServerContent } from './server-content.ts'

type Commands = {
  readonly match: (projectId: ProjectId, text: string, isNew: boolean) => Promise<Start | null>
}
type Start = (place: {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly cwd: string
}) => Promise<void>

type Deps = {
  readonly content: Pick<ServerContent, 'prompts' | 'fillPrompt'>
  readonly lane: { readonly send: (sessionId: SessionId, parts: readonly Part[]) => void }
  readonly blobs: { readonly putBytes: (bytes: Uint8Array, mime: string) => Promise<BlobId> }
  /** Reads `name=value` pairs or JSON by a schema. */
  readonly readArguments: (text: string, schema: Readonly<Record<string, unknown>>) => unknown
  readonly signal: AbortSignal
  /** Handles any other command. */
  readonly others: Commands
}

/** `/server:prompt name=value` sends the filled prompt of an MCP server as the message of the person. */
export function createPromptCommands({
  content,
  lane,
  blobs,
  readArguments,
  signal,
  others,
}: Deps): Commands {
  const stored = ({ bytes, mime, name, from }: RemoteFile): Promise<FilePart> =>
    blobs.putBytes(bytes, mime).then((blobId) => ({ t: 'file', blobId, mime, name, from }))
  return {
    match: async (projectId, text, isNew) => {
      const command = PROMPT.exec(text.trim())
      const [, word = '', rest = ''] = command ?? []
      const prompt =
        command === null
          ? undefined
          : (await content.prompts(projectId)).find(({ server, name }) => `${server}:${name}` === word)
      if (prompt === undefined) return others.match(projectId, text, isNew)
      // An error of the server is shown before a chat is made for it.
      const filled = await content.fillPrompt(
        projectId,
        prompt,
        argumentsOf(prompt, (schema) => readArguments(rest, schema)),
        signal,
      )
      const files = await Promise.all(filled.files.map(stored))
      return async ({ sessionId }) =>
        lane.send(sessionId, filled.text === '' ? files : [{ t: 'text', text: filled.text }, ...files])
    },
  }
}

const PROMPT = /^\/([^\s:/]+:\S+)(?:\s+([\s\S]*))?$/

function argumentsOf(
  { server, name, args }: McpPromptListing,
  read: (schema: Readonly<Record<string, unknown>>) => unknown,
): Record<string, string> {
  const schema = {
    properties: Object.fromEntries(args.map((arg) => [arg.name, { type: 'string' }])),
    required: args.filter(({ required }) => required).map((arg) => arg.name),
  }
  const given = read(schema)
  const isNamed = typeof given === 'object' && given !== null && !Array.isArray(given)
  const values = isNamed
    ? Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
    : {}
  const missing = schema.required.filter((each) => !Object.hasOwn(values, each))
  if (missing.length === 0 && (isNamed || given === null)) return values
  const names = (missing.length > 0 ? missing : args.map((arg) => arg.name)).join(', ')
  throw AppError.saying('ipc.refused', say('mcp.promptNeeds', { name: `${server}:${name}`, names }))
}
