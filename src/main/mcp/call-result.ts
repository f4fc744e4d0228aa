import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { parseJson } from '#shared/parse-json.ts'
import type { ToolBlobs, ToolResult } from '../tools/tool.ts'

/** The most files of one result, and how large each may be in bytes. */
const MOST_FILES = 8
const LARGEST_FILE = 8 * 1024 * 1024

const Contents = z.looseObject({
  uri: z.string().catch(''),
  mimeType: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  blob: z.string().optional().catch(undefined),
})

const Block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('resource'), resource: Contents }),
  z.looseObject({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string().catch(''),
    description: z.string().optional().catch(undefined),
    mimeType: z.string().optional().catch(undefined),
  }),
])
type Block = z.infer<typeof Block>

const Result = z.looseObject({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
})

type Taken = Pick<ToolResult, 'text' | 'isError' | 'files'>

/** Makes of a server's result what a model and a card are given. Whatever stands in it is data. */
export async function takeResult(value: unknown, tool: string, blobs: ToolBlobs): Promise<Taken> {
  const read = Result.safeParse(value)
  if (!read.success) return { text: `${tool} returned no result in a known form.`, isError: true }
  const { content, structuredContent, isError } = read.data
  const texts: string[] = []
  const files: NonNullable<ToolResult['files']>[number][] = []
  for (const each of content) {
    const block = Block.safeParse(each)
    if (!block.success) texts.push('[content of an unknown kind was left out]')
    else texts.push(...(await takeBlock(block.data, tool, { blobs, files })))
  }
  if (structuredContent !== undefined && !texts.some((text) => isSame(text, structuredContent))) {
    texts.push(JSON.stringify(structuredContent, null, 2) ?? '')
  }
  const text = texts.filter((each) => each !== '').join('\n\n')
  return {
    text: text === '' && files.length === 0 ? '[the result is empty]' : text,
    isError,
    ...(files.length === 0 ? {} : { files }),
  }
}

type Keeping = {
  readonly blobs: ToolBlobs
  readonly files: {
    readonly blobId: Awaited<ReturnType<ToolBlobs['putBytes']>>
    mime: string
    name: string
  }[]
}

async function takeBlock(block: Block, tool: string, keeping: Keeping): Promise<readonly string[]> {
  switch (block.type) {
    case 'text':
      return [block.text]
    case 'image':
    case 'audio':
      return await takeFile(
        { base64: block.data, mime: block.mimeType, name: `${tool} ${block.type}` },
        keeping,
      )
    case 'resource': {
      const { uri, mimeType = 'application/octet-stream', text, blob } = block.resource
      if (text !== undefined) return [`[resource ${uri}]\n${text}`]
      if (blob === undefined) return [`[resource ${uri} without content]`]
      return [`[resource ${uri}]`, ...(await takeFile({ base64: blob, mime: mimeType, name: uri }, keeping))]
    }
    case 'resource_link': {
      const { uri, name, description = '', mimeType = '' } = block
      const about = [name, description, mimeType].filter((each) => each !== '').join(', ')
      return [`[link to a resource: ${uri}${about === '' ? '' : ` (${about})`}]`]
    }
  }
}

type Given = { readonly base64: string; readonly mime: string; readonly name: string }

/** Keeps a file with the answer, or says why it was left out. */
async function takeFile(
  { base64, mime, name }: Given,
  { blobs, files }: Keeping,
): Promise<readonly string[]> {
  const kind = /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime.toLowerCase() : 'application/octet-stream'
  if (files.length >= MOST_FILES)
    return [`[one more file (${kind}) was left out: a result holds ${MOST_FILES}]`]
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) return [`[a file (${kind}) without content was left out]`]
  if (bytes.length > LARGEST_FILE) return [`[a file (${kind}) was left out: it has more than 8 MB]`]
  const blobId = await blobs.putBytes(bytes, kind)
  files.push({ blobId, mime: kind, name: name.slice(0, 200) })
  return [`[a file (${kind}) is attached]`]
}

/** Whether a text is the same value as JSON, which servers send for older clients. */
function isSame(text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(parseJson(text), value)
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
