import { z } from 'zod'
import type { Message, Part } from '#shared/session/message.ts'
import type { TakePicture } from '../take-picture.ts'
import { claudeWords } from './claude-words.ts'

const Source = z.object({ type: z.string(), data: z.string().optional() })

const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), thinking: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string().min(1).max(200),
    name: z.string().min(1),
    input: z.unknown().optional(),
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string().min(1).max(200),
    content: z.unknown().optional(),
    is_error: z.boolean().nullish(),
  }),
  z.object({ type: z.literal('image'), source: Source.optional().catch(undefined) }),
  z.object({ type: z.literal('document'), source: Source.optional().catch(undefined) }),
])
type Block = z.infer<typeof Block>

/** The content of one line: message parts, tool results and dropped parts. */
export type ClaudeContent = {
  readonly parts: readonly Part[]
  readonly results: readonly Message[]
  /** Texts of the program itself. */
  readonly asides: number
  /** Attachments that are not in the file, or cannot be shown. */
  readonly leftOut: number
  /** Pieces of a kind this reader does not know. */
  readonly unread: number
}

/** Reads the content of a line, as the words of the person or of the model. */
export async function claudeContent(
  role: 'user' | 'assistant',
  content: unknown,
  takePicture: TakePicture,
): Promise<ClaudeContent> {
  const parts: Part[] = []
  const results: Message[] = []
  const { blocks, unread: unknown } = blocksOf(content)
  let [asides, leftOut, unread] = [0, 0, unknown]
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      const result = await resultOf(block, takePicture)
      results.push(result.message)
      leftOut += result.leftOut
      unread += result.unread
    } else if (block.type === 'image' || block.type === 'document') {
      const picture = await pictureOf(block, takePicture)
      if (picture === null) leftOut += 1
      else parts.push(picture)
    } else if (block.type === 'text' && role === 'user') {
      const words = claudeWords(block.text)
      asides += words.asides
      parts.push(...textPart(words.text))
    } else parts.push(...partOf(block))
  }
  return { parts, results, asides, leftOut, unread }
}

/** Returns the text of a line as written, by any author. */
export function claudeText(content: unknown): string {
  return blocksOf(content)
    .blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
}

function blocksOf(content: unknown): { readonly blocks: readonly Block[]; readonly unread: number } {
  if (typeof content === 'string')
    return { blocks: content === '' ? [] : [{ type: 'text', text: content }], unread: 0 }
  if (!Array.isArray(content)) return { blocks: [], unread: 0 }
  const blocks = content.flatMap((item) => {
    const block = Block.safeParse(item)
    return block.success ? [block.data] : []
  })
  return { blocks, unread: content.length - blocks.length }
}

function partOf(block: Extract<Block, { type: 'text' | 'thinking' | 'tool_use' }>): Part[] {
  switch (block.type) {
    case 'text':
      return textPart(block.text)
    case 'thinking':
      return block.thinking === '' ? [] : [{ t: 'reasoning', text: block.thinking }]
    case 'tool_use':
      return [{ t: 'tool_call', callId: block.id, name: block.name, args: block.input ?? {} }]
  }
}

function textPart(text: string): Part[] {
  return text === '' ? [] : [{ t: 'text', text }]
}

async function pictureOf(
  { type, source }: Extract<Block, { type: 'image' | 'document' }>,
  takePicture: TakePicture,
): Promise<Part | null> {
  if (type !== 'image' || source?.type !== 'base64') return null
  return takePicture(source.data ?? '')
}

async function resultOf(
  block: Extract<Block, { type: 'tool_result' }>,
  takePicture: TakePicture,
): Promise<{ message: Message } & Pick<ClaudeContent, 'leftOut' | 'unread'>> {
  // Tool output is kept as it was, because it is no message.
  const files: Part[] = []
  let leftOut = 0
  const { blocks, unread } = blocksOf(block.content)
  for (const inner of blocks) {
    if (inner.type !== 'image' && inner.type !== 'document') continue
    const picture = await pictureOf(inner, takePicture)
    if (picture === null) leftOut += 1
    else files.push(picture)
  }
  const message: Message = {
    role: 'tool',
    parts: [{ t: 'text', text: claudeText(block.content) }, ...files],
    tool: { callId: block.tool_use_id, name: '', isError: block.is_error === true, durationMs: 0 },
  }
  return { message, leftOut, unread }
}
