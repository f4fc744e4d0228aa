import { z } from 'zod'
import type { Message, Part } from '#shared/session/message.ts'
import { type Transcript, type TranscriptEntry, timeOf } from './transcript.ts'

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
])
type Block = z.infer<typeof Block>

const Line = z.object({
  type: z.string(),
  uuid: z.string().optional(),
  parentUuid: z.string().nullish(),
  logicalParentUuid: z.string().nullish(),
  isSidechain: z.boolean().nullish(),
  isMeta: z.boolean().nullish(),
  timestamp: z.string().optional(),
  summary: z.string().optional(),
  customTitle: z.string().optional(),
  message: z
    .object({
      id: z.string().nullish(),
      role: z.string().nullish(),
      model: z.string().nullish(),
      content: z.unknown().optional(),
    })
    .optional(),
})
type Line = z.infer<typeof Line>

/** A line in the chain. `speaks`: it holds words of one of the two sides. */
type Node = {
  readonly line: Line
  readonly uuid: string
  readonly parent: string | null
  readonly speaks: boolean
}

/** Reads transcripts of Claude Code, line by line. Lines of other agents, and what is no conversation, are passed over. */
export function createClaudeReader(maxEntries: number) {
  const nodes = new Map<string, Node>()
  let [title, skipped, cut] = [null as string | null, 0, false]

  return {
    take: (json: unknown): void => {
      const parsed = Line.safeParse(json)
      if (!parsed.success) {
        skipped += 1
        return
      }
      const line = parsed.data
      if (line.type === 'summary') title ??= line.summary ?? null
      if (line.type === 'custom-title') title = line.customTitle ?? title
      // The same line twice is written once.
      if (line.uuid === undefined || line.isSidechain === true || nodes.has(line.uuid)) {
        skipped += isTitle(line) ? 0 : 1
        return
      }
      if (nodes.size >= maxEntries) {
        cut = true
        return
      }
      const speaks = (line.type === 'user' || line.type === 'assistant') && line.isMeta !== true
      if (!speaks) skipped += 1
      const parent = line.parentUuid ?? line.logicalParentUuid ?? null
      nodes.set(line.uuid, { line, uuid: line.uuid, parent, speaks })
    },
    skip: (): void => {
      skipped += 1
    },
    end: (): Transcript => {
      const chain = chainOf(nodes)
      const told = withSiblings(chain, nodes)
      const entries = [...messagesOf(told), ...resultsBeside(told, nodes)]
      const left = [...nodes.values()].filter((node) => node.speaks).length - told.length
      return { title, entries, skipped: skipped + left, cut }
    },
  }
}

function isTitle(line: Line): boolean {
  return line.type === 'summary' || line.type === 'custom-title'
}

/**
 * From the newest words back over the parents: lines are only ever added, so the last that speaks is where the
 * conversation stands. A circle ends where it closes, so that what is left is still told.
 */
function chainOf(nodes: ReadonlyMap<string, Node>): Node[] {
  const chain: Node[] = []
  const seen = new Set<string>()
  let at = [...nodes.values()].findLast((node) => node.speaks)
  while (at !== undefined && !seen.has(at.uuid)) {
    seen.add(at.uuid)
    chain.push(at)
    at = at.parent === null ? undefined : nodes.get(at.parent)
  }
  return chain.reverse().filter((node) => node.speaks)
}

/** Pieces of one answer can hang beside each other, when it called several tools at once. */
function withSiblings(chain: readonly Node[], nodes: ReadonlyMap<string, Node>): Node[] {
  const answers = new Map<string, Node[]>()
  for (const node of nodes.values()) {
    const id = answerId(node)
    if (id !== null) answers.set(id, [...(answers.get(id) ?? []), node])
  }
  const told = new Set<Node>()
  for (const node of chain) {
    const id = answerId(node)
    for (const piece of id === null ? [node] : (answers.get(id) ?? [node])) told.add(piece)
  }
  return [...told]
}

function answerId({ line, speaks }: Node): string | null {
  return speaks && line.type === 'assistant' ? (line.message?.id ?? null) : null
}

/** The pieces of one answer become one message again. */
function messagesOf(told: readonly Node[]): TranscriptEntry[] {
  const entries: TranscriptEntry[] = []
  let last = null as { readonly id: string; readonly index: number } | null
  for (const node of told) {
    const id = answerId(node)
    const made = entriesOf(node)
    const [first] = made
    const before = last === null ? undefined : entries[last.index]
    if (id !== null && last?.id === id && before !== undefined && first !== undefined) {
      const parts = [...before.message.parts, ...first.message.parts]
      entries[last.index] = { ...before, message: { ...before.message, parts } }
      continue
    }
    if (id !== null) last = made.length === 0 ? null : { id, index: entries.length }
    entries.push(...made)
  }
  return entries
}

/** Results of calls made at once hang beside the chain; those already told are paired first. */
function resultsBeside(told: readonly Node[], nodes: ReadonlyMap<string, Node>): TranscriptEntry[] {
  const known = new Set(told)
  return [...nodes.values()]
    .filter((node) => node.speaks && node.line.type === 'user' && !known.has(node))
    .flatMap(entriesOf)
    .filter((entry) => entry.message.role === 'tool')
}

function entriesOf({ line, uuid }: Node): TranscriptEntry[] {
  const at = timeOf(line.timestamp)
  const blocks = blocksOf(line.message?.content)
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [resultOf(block)] : []))
  const parts = blocks.flatMap(partsOf)
  const role = line.type === 'assistant' ? ('assistant' as const) : ('user' as const)
  const model = role === 'assistant' ? (line.message?.model ?? null) : null
  // What the program answers itself is marked with a model of this form.
  const named = model === null || model.startsWith('<') ? {} : { model: `anthropic/${model}` }
  const said: Message[] = parts.length === 0 ? [] : [{ role, parts, ...named }]
  return [...results, ...said].map((message) => ({ message, at, ref: uuid }))
}

function blocksOf(content: unknown): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.flatMap((item) => {
    const block = Block.safeParse(item)
    return block.success ? [block.data] : []
  })
}

function partsOf(block: Block): Part[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ t: 'text', text: block.text }]
    case 'thinking':
      return block.thinking === '' ? [] : [{ t: 'reasoning', text: block.thinking }]
    case 'tool_use':
      return [{ t: 'tool_call', callId: block.id, name: block.name, args: block.input ?? {} }]
    case 'tool_result':
      return []
  }
}

function resultOf(block: Extract<Block, { type: 'tool_result' }>): Message {
  const texts = blocksOf(block.content).flatMap((inner) => (inner.type === 'text' ? [inner.text] : []))
  return {
    role: 'tool',
    parts: [{ t: 'text', text: texts.join('\n') }],
    tool: { callId: block.tool_use_id, name: '', isError: block.is_error === true, durationMs: 0 },
  }
}
