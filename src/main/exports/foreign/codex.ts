import { z } from 'zod'
import { parseJson } from '#shared/parse-json.ts'
import type { Message, Part } from '#shared/session/message.ts'
import { type Transcript, type TranscriptEntry, timeOf } from '../formats/transcript.ts'
import type { TakePicture } from '../take-picture.ts'
import { CodexPieces, codexPictures, codexSaid, codexText, unreadIn } from './codex-content.ts'

const CallId = z.string().min(1).max(200)

const Item = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), role: z.string(), content: CodexPieces }),
  z.object({ type: z.literal('reasoning'), summary: CodexPieces.nullish(), content: CodexPieces.nullish() }),
  z.object({
    type: z.literal('function_call'),
    name: z.string().min(1),
    arguments: z.string(),
    call_id: CallId,
  }),
  z.object({ type: z.literal('function_call_output'), call_id: CallId, output: z.unknown().optional() }),
  z.object({
    type: z.literal('custom_tool_call'),
    name: z.string().min(1),
    input: z.string(),
    call_id: CallId,
  }),
  z.object({ type: z.literal('custom_tool_call_output'), call_id: CallId, output: z.unknown().optional() }),
  z.object({ type: z.literal('local_shell_call'), call_id: CallId, action: z.unknown().optional() }),
])
type Item = z.infer<typeof Item>

const Line = z.object({
  type: z.string().optional(),
  timestamp: z.string().optional(),
  payload: z.unknown().optional(),
})
const TurnContext = z.object({ model: z.string().min(1) })
const Renamed = z.object({ type: z.literal('thread_name_updated'), thread_name: z.string().nullish() })
/** The end of a command or a patch, recorded beside its output. */
const Ended = z.discriminatedUnion('type', [
  z.object({ type: z.literal('exec_command_end'), call_id: CallId, exit_code: z.number().int() }),
  z.object({ type: z.literal('patch_apply_end'), call_id: CallId, success: z.boolean() }),
])
const RolledBack = z.object({ type: z.literal('thread_rolled_back'), num_turns: z.number().int().positive() })

/** Reads transcripts of Codex, line by line. Its events name the chat, take turns back and say how commands ended. */
export function createCodexReader(maxEntries: number, takePicture: TakePicture) {
  const entries: TranscriptEntry[] = []
  let [skipped, asides, leftOut, unread, cut] = [0, 0, 0, 0, false]
  const failed = new Set<string>()
  let model: string | null = null
  let title: string | null = null

  const takeItem = async (item: Item, at: number | null): Promise<boolean> => {
    if (entries.length >= maxEntries) {
      cut = true
      return true
    }
    const taken = await messageOf(item, model, takePicture)
    asides += taken.asides ?? 0
    leftOut += taken.leftOut ?? 0
    unread += taken.unread ?? 0
    if (taken.message !== null) addTo(entries, { message: taken.message, at, ref: null })
    return taken.message !== null || (taken.asides ?? 0) + (taken.leftOut ?? 0) + (taken.unread ?? 0) > 0
  }

  const take = async (json: unknown): Promise<boolean> => {
    const line = Line.safeParse(json)
    if (!line.success) return false
    const { type, payload, timestamp } = line.data
    if (type === 'turn_context') {
      const context = TurnContext.safeParse(payload)
      model = context.success ? context.data.model : model
      return true
    }
    if (type === 'event_msg') {
      // In a truncated file the rolled-back turns may be missing.
      if (!cut) skipped += rollBack(entries, payload)
      const renamed = Renamed.safeParse(payload)
      if (renamed.success) title = renamed.data.thread_name?.trim() || null
      const ended = Ended.safeParse(payload)
      if (ended.success && hasFailed(ended.data)) failed.add(ended.data.call_id)
      return true
    }
    if (type === 'session_meta') return true
    if (type === 'compacted') {
      // The history it sums up stands before it in the file.
      asides += 1
      return true
    }
    // Older files have the item itself as the line.
    const item = Item.safeParse(type === 'response_item' ? payload : json)
    return item.success && (await takeItem(item.data, timeOf(timestamp)))
  }

  return {
    take: async (json: unknown): Promise<void> => {
      if (!(await take(json))) skipped += 1
    },
    skip: (): void => {
      skipped += 1
    },
    end: (): Transcript => ({
      title,
      entries: entries.map((entry) => asEnded(entry, failed)),
      skipped,
      cut,
      asides,
      leftOut,
      unread,
      summary: null,
    }),
  }
}

const hasFailed = (ended: z.infer<typeof Ended>): boolean =>
  ended.type === 'exec_command_end' ? ended.exit_code !== 0 : !ended.success

function asEnded(entry: TranscriptEntry, failed: ReadonlySet<string>): TranscriptEntry {
  const { tool } = entry.message
  if (tool === undefined || tool.isError || !failed.has(tool.callId)) return entry
  return { ...entry, message: { ...entry.message, tool: { ...tool, isError: true } } }
}

/** Reasoning, words and calls of one answer come as items of their own and are one message here. */
function addTo(entries: TranscriptEntry[], entry: TranscriptEntry): void {
  const last = entries.at(-1)
  if (last?.message.role !== 'assistant' || entry.message.role !== 'assistant') {
    entries.push(entry)
    return
  }
  const parts = [...last.message.parts, ...entry.message.parts]
  entries[entries.length - 1] = { ...last, message: { ...last.message, parts } }
}

/** Removes rolled-back turns, which stay in the append-only log before the event. Returns their number. */
function rollBack(entries: TranscriptEntry[], payload: unknown): number {
  const event = RolledBack.safeParse(payload)
  if (!event.success) return 0
  const asked = entries.flatMap(({ message }, index) => (message.role === 'user' ? [index] : []))
  const from = asked[Math.max(0, asked.length - event.data.num_turns)]
  return from === undefined ? 0 : entries.splice(from).length
}

/** The result for an item. The message is null for items that are no message. */
type Taken = {
  readonly message: Message | null
  readonly asides?: number
  readonly leftOut?: number
  readonly unread?: number
}

async function messageOf(item: Item, model: string | null, takePicture: TakePicture): Promise<Taken> {
  switch (item.type) {
    case 'message':
      return messageIn(item, model, takePicture)
    case 'reasoning': {
      const text = codexText([...(item.summary ?? []), ...(item.content ?? [])])
      return { message: text === '' ? null : said([{ t: 'reasoning', text }], model) }
    }
    case 'function_call':
      return { message: said([callOf(item.call_id, item.name, argsOf(item.arguments))], model) }
    case 'custom_tool_call':
      return { message: said([callOf(item.call_id, item.name, { input: item.input })], model) }
    case 'local_shell_call':
      return { message: said([callOf(item.call_id, 'local_shell', item.action ?? {})], model) }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return resultOf(item.call_id, item.output, takePicture)
  }
}

async function messageIn(
  { role, content }: Extract<Item, { type: 'message' }>,
  model: string | null,
  takePicture: TakePicture,
): Promise<Taken> {
  const unread = unreadIn(content)
  if (role === 'assistant') {
    const text = codexText(content)
    return { message: text === '' && unread > 0 ? null : said([{ t: 'text', text }], model), unread }
  }
  // The program's side information for the model has its own role.
  if (role !== 'user') return { message: null, asides: 1 }
  const { parts, ...left } = await codexSaid(content, takePicture)
  return { message: parts.length === 0 ? null : { role: 'user', parts: [...parts] }, ...left, unread }
}

function said(parts: Part[], model: string | null): Message {
  return { role: 'assistant', parts, ...(model === null ? {} : { model: `openai/${model}` }) }
}

function callOf(callId: string, name: string, args: unknown): Part {
  return { t: 'tool_call', callId, name, args }
}

/** Parses arguments; invalid JSON is kept as text. */
function argsOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return { arguments: text }
    throw error
  }
}

const Output = z.object({
  output: z.string().optional(),
  content: z.string().optional(),
  success: z.boolean().nullish(),
  exit_code: z.number().nullish(),
  metadata: z.object({ exit_code: z.number().nullish() }).nullish(),
})

async function resultOf(callId: string, output: unknown, takePicture: TakePicture): Promise<Taken> {
  const pieces = Array.isArray(output) ? CodexPieces.catch([]).parse(output) : null
  const { text, isError } = pieces === null ? outcomeOf(output) : withExitCode(codexText(pieces))
  const { parts, leftOut } = await codexPictures(pieces ?? [], takePicture)
  const unread = unreadIn(pieces ?? [])
  const tool = { callId, name: '', isError, durationMs: 0 }
  return { message: { role: 'tool', parts: [{ t: 'text', text }, ...parts], tool }, leftOut, unread }
}

/** In a text the object always tells how the command ended; any other is what the tool itself put out. */
const Wrapped = z.union([
  z.object({ output: z.string(), metadata: z.object({}) }),
  z.object({ output: z.string(), exit_code: z.number() }),
])

/** Outputs come as a text, as an object, or as a text that holds the object. */
function outcomeOf(output: unknown): { text: string; isError: boolean } {
  const held = typeof output === 'string' && output.startsWith('{') ? argsOf(output) : null
  const parsed = Output.safeParse(Wrapped.safeParse(held).success ? held : output)
  const text = parsed.success ? (parsed.data.output ?? parsed.data.content) : undefined
  if (!parsed.success || text === undefined) {
    return withExitCode(typeof output === 'string' ? output : JSON.stringify(output ?? ''))
  }
  const { success, metadata, exit_code: code } = parsed.data
  return { text, isError: success === false || (metadata?.exit_code ?? code ?? 0) !== 0 }
}

/** The first lines of an output framed by the program itself, up to `Output:`. */
const FRAME = /^(?:Exit code|Chunk ID|Wall time|Process exited with code|Script (?:completed|failed))\b/
const EXIT = /^(?:Exit code:|Process exited with code) (-?\d{1,10})$/
const FRAME_LINES = 12

/** Parses the exit code in the frame of an output; the command's own output follows it. */
function withExitCode(text: string): { text: string; isError: boolean } {
  if (!FRAME.test(text)) return { text, isError: false }
  const lines = text.split('\n', FRAME_LINES)
  const end = lines.indexOf('Output:')
  const frame = end === -1 ? lines : lines.slice(0, end)
  const code = frame.map((line) => EXIT.exec(line)?.[1]).find((found) => found !== undefined)
  return { text, isError: code !== undefined && Number(code) !== 0 }
}
