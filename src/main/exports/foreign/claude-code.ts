import { z } from 'zod'
import type { Message } from '#shared/session/message.ts'
import { type Transcript, type TranscriptEntry, timeOf } from '../formats/transcript.ts'
import type { TakePicture } from '../take-picture.ts'
import { type ClaudeContent, claudeContent, claudeText } from './claude-content.ts'
import { absorbedWords, queuedWords } from './claude-queued.ts'
import { isCommand, isCommandAnswer } from './claude-words.ts'

const Line = z.object({
  type: z.string(),
  uuid: z.string().optional(),
  parentUuid: z.string().nullish(),
  logicalParentUuid: z.string().nullish(),
  isSidechain: z.boolean().nullish(),
  isMeta: z.boolean().nullish(),
  isCompactSummary: z.boolean().nullish(),
  isVisibleInTranscriptOnly: z.boolean().nullish(),
  isApiErrorMessage: z.boolean().nullish(),
  timestamp: z.string().optional(),
  summary: z.string().optional(),
  customTitle: z.string().optional(),
  aiTitle: z.string().optional(),
  attachment: z.unknown().optional(),
  message: z
    .object({
      id: z.string().nullish(),
      role: z.string().nullish(),
      model: z.string().nullish(),
      content: z.unknown().optional(),
    })
    .optional(),
})
type Line = z.infer<typeof Line> & { readonly isQueued?: boolean }

/** A line in the chain. `speaks`: it holds words of one of the two sides. */
type Node = ClaudeContent & {
  readonly uuid: string
  readonly parent: string | null
  readonly role: 'user' | 'assistant'
  readonly at: number | null
  readonly model: string | null
  /** The id shared by the pieces of one answer. */
  readonly answerId: string | null
  readonly speaks: boolean
  /** A summary of what came before, where the program wrote one. */
  readonly summary: string | null
  readonly isCommand: boolean
  /** Whether it joined a running turn from the queue. */
  readonly isQueued: boolean
}

const NOTHING: ClaudeContent = { parts: [], results: [], asides: 0, leftOut: 0, unread: 0 }

/** Reads transcripts of Claude Code, line by line. Lines of other agents, and what is no conversation, are passed over. */
export function createClaudeReader(maxEntries: number, takePicture: TakePicture) {
  const nodes = new Map<string, Node>()
  const loose: Loose[] = []
  const titles = createTitles()
  let [skipped, cut, newest] = [0, false, null as string | null]

  /** Words without a place in the chain stand where they stand in the file. */
  const takeLoose = async (line: Line, isEcho: boolean): Promise<void> => {
    if (nodes.size + loose.length >= maxEntries) {
      cut = true
      return
    }
    loose.push({ node: await nodeOf(line, `queued ${loose.length + 1}`, takePicture), after: newest, isEcho })
  }

  return {
    take: async (json: unknown): Promise<void> => {
      const parsed = Line.safeParse(json)
      if (!parsed.success) {
        skipped += 1
        return
      }
      const line = asSaid(parsed.data)
      titles.take(line)
      const absorbed = absorbedWords(json)
      if (absorbed !== null) return takeLoose({ ...line, ...personSaid(absorbed) }, true)
      if (line.uuid === undefined && line.isQueued === true) return takeLoose(line, false)
      // The same line twice is written once.
      if (line.uuid === undefined || line.isSidechain === true || nodes.has(line.uuid)) {
        skipped += isTitle(line) ? 0 : 1
        return
      }
      if (nodes.size >= maxEntries) {
        cut = true
        return
      }
      const node = await nodeOf(line, line.uuid, takePicture)
      if (!node.speaks && node.asides + node.unread === 0) skipped += 1
      nodes.set(node.uuid, node)
      newest = node.uuid
      if (line.type === 'user' && isCommandAnswer(claudeText(line.message?.content)))
        leaveCommand(nodes, node)
    },
    skip: (): void => {
      skipped += 1
    },
    end: (): Transcript => {
      const chain = chainOf(nodes)
      const { told, echoes } = withLoose(withSiblings(chain.filter(speaks), nodes), nodes, loose)
      const beside = resultsBeside(told, nodes)
      const results = beside.flatMap(entriesOf).filter(({ message }) => message.role === 'tool')
      const entries = [...messagesOf(told), ...results]
      const heard = new Set([...told, ...beside])
      const unheard = [...nodes.values()].filter((node) => node.speaks && !heard.has(node))
      const counted = [...nodes.values()].filter((node) => !node.speaks || heard.has(node))
      // A summary of messages in the file itself is redundant.
      const summary = chain.find((node) => node.speaks || node.summary !== null)?.summary ?? null
      const asides = counted.reduce((sum, node) => sum + node.asides, summary === null ? 0 : -1)
      const leftOut = counted.reduce((sum, node) => sum + node.leftOut, 0)
      const unread = counted.reduce((sum, node) => sum + node.unread, 0)
      const left = { skipped: skipped + unheard.length + echoes, asides, leftOut, unread }
      return { title: titles.newest(), entries, cut, summary, ...left }
    },
  }
}

function isTitle(line: Line): boolean {
  return line.type === 'summary' || line.type === 'custom-title' || line.type === 'ai-title'
}

/** A chat has the name the person gave it, or else the newest of the program, or its first summary. */
function createTitles() {
  let [byPerson, byProgram, summary] = [null, null, null] as (string | null)[]
  return {
    take: ({ type, customTitle, aiTitle, summary: said }: Line): void => {
      if (type === 'custom-title') byPerson = customTitle ?? byPerson ?? null
      if (type === 'ai-title') byProgram = aiTitle ?? byProgram ?? null
      if (type === 'summary') summary ??= said ?? null
    },
    newest: (): string | null => byPerson ?? byProgram ?? summary ?? null,
  }
}

/** A line outside the chain. `isEcho`: another line may say the same words. */
type Loose = { readonly node: Node; readonly after: string | null; readonly isEcho: boolean }

const personSaid = (content: unknown) => ({
  type: 'user',
  isQueued: true,
  message: { role: 'user', content },
})

/** Converts a message that joined a running turn, which is stored as an attachment. */
function asSaid(line: z.infer<typeof Line>): Line {
  const words = line.type === 'attachment' ? queuedWords(line.attachment) : null
  return words === null ? line : { ...line, ...personSaid(words) }
}

/** Puts the lines outside the chain among those of it, in the order of the file. */
function withLoose(
  told: readonly Node[],
  nodes: ReadonlyMap<string, Node>,
  loose: readonly Loose[],
): { readonly told: Node[]; readonly echoes: number } {
  const order = new Map([...nodes.keys()].map((uuid, at) => [uuid, at]))
  const said = [...nodes.values(), ...loose.filter(({ isEcho }) => !isEcho).map(({ node }) => node)]
    .filter(({ isQueued }) => isQueued)
    .map(wordsOf)
  const result = [...told]
  let [echoes, added] = [0, 0]
  for (const { node, after, isEcho } of loose) {
    const known = isEcho ? said.indexOf(wordsOf(node)) : -1
    if (known >= 0) said.splice(known, 1)
    if (known >= 0 || !node.speaks) {
      echoes += 1
      continue
    }
    const from = after === null ? -1 : (order.get(after) ?? -1)
    const before = told.findLastIndex(({ uuid }) => (order.get(uuid) ?? -1) <= from)
    result.splice(before + 1 + added, 0, node)
    added += 1
  }
  return { told: result, echoes }
}

const wordsOf = ({ parts }: Node): string =>
  parts.map((part) => (part.t === 'text' ? part.text : '')).join('\n')

const speaks = (node: Node) => node.speaks

/** A command the program answered itself was no word to a model. */
function leaveCommand(nodes: Map<string, Node>, answer: Node): void {
  const command = answer.parent === null ? undefined : nodes.get(answer.parent)
  if (command?.isCommand !== true || !command.speaks) return
  nodes.set(command.uuid, { ...command, ...NOTHING, speaks: false, asides: command.asides + 1 })
}

async function nodeOf(line: Line, uuid: string, takePicture: TakePicture): Promise<Node> {
  const { type, message } = line
  const role = type === 'assistant' ? ('assistant' as const) : ('user' as const)
  const model = role === 'assistant' ? (message?.model ?? null) : null
  const isConversation = type === 'user' || type === 'assistant'
  const content =
    isConversation && !isOfProgram(line, model)
      ? await claudeContent(role, message?.content, takePicture)
      : null
  const said = content ?? { ...NOTHING, asides: isConversation ? 1 : 0 }
  const isSaid = said.parts.length + said.results.length > 0 || said.leftOut > 0
  return {
    ...said,
    uuid,
    role,
    model,
    parent: line.parentUuid ?? line.logicalParentUuid ?? null,
    at: timeOf(line.timestamp),
    answerId: isSaid && role === 'assistant' ? (message?.id ?? null) : null,
    speaks: isSaid,
    summary: line.isCompactSummary === true ? claudeText(message?.content) : null,
    isQueued: line.isQueued === true,
    isCommand: role === 'user' && isCommand(claudeText(message?.content)),
  }
}

/** Lines the program wrote itself in the name of one of the two; what it answers itself has a model like `<synthetic>`. */
function isOfProgram(line: Line, model: string | null): boolean {
  const marks = [line.isMeta, line.isCompactSummary, line.isVisibleInTranscriptOnly, line.isApiErrorMessage]
  return marks.includes(true) || model?.startsWith('<') === true
}

/**
 * Returns the chain from the newest message to the root. The log is append-only, so the last message is the
 * current position. A cycle is cut, so that the rest is still imported.
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
  return chain.reverse()
}

/** Adds the sibling pieces of answers with several parallel tool calls. */
function withSiblings(chain: readonly Node[], nodes: ReadonlyMap<string, Node>): Node[] {
  const answers = new Map<string, Node[]>()
  for (const node of nodes.values()) {
    const id = node.answerId
    if (id !== null) answers.set(id, [...(answers.get(id) ?? []), node])
  }
  const told = new Set<Node>()
  for (const node of chain) {
    const id = node.answerId
    for (const piece of id === null ? [node] : (answers.get(id) ?? [node])) told.add(piece)
  }
  return [...told]
}

/** The pieces of one answer become one message again. */
function messagesOf(told: readonly Node[]): TranscriptEntry[] {
  const entries: TranscriptEntry[] = []
  let last = null as { readonly id: string; readonly index: number } | null
  for (const node of told) {
    const id = node.answerId
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

/** Returns results of parallel calls outside the chain; those in it are paired first. */
function resultsBeside(told: readonly Node[], nodes: ReadonlyMap<string, Node>): Node[] {
  const known = new Set(told)
  const calls = new Set(
    told.flatMap(({ parts }) => parts.map((part) => (part.t === 'tool_call' ? part.callId : null))),
  )
  const isWanted = ({ tool }: Message) => tool !== undefined && calls.has(tool.callId)
  return [...nodes.values()].filter((node) => !known.has(node) && node.results.some(isWanted))
}

function entriesOf({ role, parts, results, model, at, uuid }: Node): TranscriptEntry[] {
  const named = model === null ? {} : { model: `anthropic/${model}` }
  const said: Message[] = parts.length === 0 ? [] : [{ role, parts: [...parts], ...named }]
  return [...results, ...said].map((message) => ({ message, at, ref: uuid }))
}
