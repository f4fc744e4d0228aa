import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { attachedMime } from '#shared/session/attachment.ts'
import type { FileOrigin } from '#shared/session/message.ts'

/** A file of a server's answer. */
export type RemoteFile = {
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
  readonly from: FileOrigin
}

/** The most files of one answer, and how large each may be in bytes. */
const MOST_FILES = 20
const LARGEST_FILE = 8 * 1024 * 1024

const Contents = z.looseObject({
  uri: z.string().catch(''),
  mimeType: z.string().catch('text/plain'),
  text: z.string().optional().catch(undefined),
  blob: z.string().optional().catch(undefined),
})
type Contents = z.infer<typeof Contents>

const Read = z.looseObject({ contents: z.array(z.unknown()) })

/** Returns the files of a resource. Throws an `AppError` for an answer without any that can be attached. */
export function resourceFiles(value: unknown, server: string): readonly RemoteFile[] {
  const read = Read.safeParse(value)
  const files = (read.data?.contents ?? []).slice(0, MOST_FILES).flatMap((each) => {
    const contents = Contents.safeParse(each)
    const file = contents.success ? fileOf(contents.data, server) : null
    return file === null ? [] : [file]
  })
  if (files.length === 0) throw AppError.saying('ipc.refused', say('mcp.emptyResource'))
  return files
}

function fileOf({ uri, mimeType, text, blob }: Contents, server: string): RemoteFile | null {
  const bytes = text === undefined ? Buffer.from(blob ?? '', 'base64') : Buffer.from(text, 'utf8')
  const mime = attachedMime(bytes, mimeType, new TextDecoder('utf-8', { fatal: true }))
  if (mime === null || bytes.length > LARGEST_FILE || (text === undefined && bytes.length === 0)) return null
  return { name: `${server}:${uri}`.slice(0, 200), mime, bytes, from: 'resource' }
}

const Block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('resource'), resource: Contents }),
  z.looseObject({ type: z.literal('resource_link'), uri: z.string() }),
])

const Prompt = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.unknown() })).min(1),
})

/** A prompt as a message of the person. */
export type PromptMessage = { readonly text: string; readonly files: readonly RemoteFile[] }

/** Turns the messages of a prompt into one message. Throws an `AppError` for an answer in another form. */
export function promptMessage(value: unknown, server: string): PromptMessage {
  const read = Prompt.safeParse(value)
  if (!read.success) throw AppError.saying('ipc.refused', say('mcp.emptyPrompt'))
  const { messages } = read.data
  const namesRoles = messages.some(({ role }) => role === 'assistant')
  const files: RemoteFile[] = []
  const texts = messages.map(({ role, content }) => {
    const text = blockText(content, server, files)
    return namesRoles && text !== '' ? `[${role}]\n${text}` : text
  })
  const text = texts.filter((each) => each !== '').join('\n\n')
  if (text === '' && files.length === 0) throw AppError.saying('ipc.refused', say('mcp.emptyPrompt'))
  return { text, files }
}

function blockText(content: unknown, server: string, files: RemoteFile[]): string {
  const read = Block.safeParse(content)
  if (!read.success) return '[content of an unknown kind was left out]'
  const block = read.data
  if (block.type === 'text') return block.text
  if (block.type === 'resource_link') return `@${server}:${block.uri}`
  const file =
    block.type === 'resource'
      ? fileOf(block.resource, server)
      : fileOf({ uri: block.type, mimeType: block.mimeType, blob: block.data }, server)
  if (file === null || files.length >= MOST_FILES) return `[a file of the kind ${kindOf(block)} was left out]`
  files.push(file)
  return ''
}

const kindOf = (block: { readonly mimeType?: string; readonly type: string }): string =>
  /^[\w.+-]+\/[\w.+-]+$/.test(block.mimeType ?? '') ? (block.mimeType ?? '') : block.type
