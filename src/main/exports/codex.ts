import { z } from 'zod'
import type { Message, Part } from '#shared/session/message.ts'
import { type Transcript, type TranscriptEntry, timeOf } from './transcript.ts'

const CallId = z.string().min(1).max(200)
const Texts = z.array(z.object({ text: z.string().optional() }))

const Item = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), role: z.string(), content: Texts }),
  z.object({ type: z.literal('reasoning'), summary: Texts.nullish(), content: Texts.nullish() }),
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

/** Context the program writes in the name of the person. */
const NOT_SAID = /^\s*<(environment_context|user_instructions|turn_aborted)\b/

/** Reads transcripts of Codex, line by line. Events that repeat what an item says are passed over. */
export function createCodexReader(maxEntries: number) {
  const entries: TranscriptEntry[] = []
  let [skipped, cut] = [0, false]
  let model: string | null = null

  const take = (json: unknown): boolean => {
    const line = Line.safeParse(json)
    if (!line.success) return false
    const { type, payload, timestamp } = line.data
    if (type === 'turn_context') {
      const context = TurnContext.safeParse(payload)
      model = context.success ? context.data.model : model
      return true
    }
    if (type === 'session_meta' || type === 'event_msg') return true
    // Older files have the item itself as the line.
    const item = Item.safeParse(type === 'response_item' ? payload : json)
    if (!item.success) return false
    const message = messageOf(item.data, model)
    if (message === null) return false
    if (entries.length >= maxEntries) cut = true
    else addTo(entries, { message, at: timeOf(timestamp), ref: null })
    return true
  }

  return {
    take: (json: unknown): void => {
      if (!take(json)) skipped += 1
    },
    skip: (): void => {
      skipped += 1
    },
    end: (): Transcript => ({ title: null, entries, skipped, cut }),
  }
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

/** Null for what nobody said. */
function messageOf(item: Item, model: string | null): Message | null {
  switch (item.type) {
    case 'message': {
      const text = joined(item.content)
      if (item.role === 'assistant') return said([{ t: 'text', text }], model)
      return item.role !== 'user' || text === '' || NOT_SAID.test(text)
        ? null
        : { role: 'user', parts: [{ t: 'text', text }] }
    }
    case 'reasoning': {
      const text = joined([...(item.summary ?? []), ...(item.content ?? [])])
      return text === '' ? null : said([{ t: 'reasoning', text }], model)
    }
    case 'function_call':
      return said([callOf(item.call_id, item.name, argsOf(item.arguments))], model)
    case 'custom_tool_call':
      return said([callOf(item.call_id, item.name, { input: item.input })], model)
    case 'local_shell_call':
      return said([callOf(item.call_id, 'local_shell', item.action ?? {})], model)
    case 'function_call_output':
    case 'custom_tool_call_output':
      return resultOf(item.call_id, item.output)
  }
}

function said(parts: Part[], model: string | null): Message {
  return { role: 'assistant', parts, ...(model === null ? {} : { model: `openai/${model}` }) }
}

function callOf(callId: string, name: string, args: unknown): Part {
  return { t: 'tool_call', callId, name, args }
}

/** What is no JSON is shown as it stands. */
function argsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return { arguments: text }
    throw error
  }
}

const Output = z.object({
  output: z.string().optional(),
  content: z.string().optional(),
  success: z.boolean().nullish(),
  metadata: z.object({ exit_code: z.number().nullish() }).nullish(),
})

function resultOf(callId: string, output: unknown): Message {
  const { text, isError } = outcomeOf(output)
  return {
    role: 'tool',
    parts: [{ t: 'text', text }],
    tool: { callId, name: '', isError, durationMs: 0 },
  }
}

/** Outputs come as a text, as an object, or as a text that holds the object. */
function outcomeOf(output: unknown): { text: string; isError: boolean } {
  if (Array.isArray(output)) return { text: joined(Texts.catch([]).parse(output)), isError: false }
  const inner = typeof output === 'string' && output.startsWith('{') ? argsOf(output) : output
  const parsed = Output.safeParse(inner)
  const text = parsed.success ? (parsed.data.output ?? parsed.data.content) : undefined
  if (!parsed.success || text === undefined) {
    return { text: typeof output === 'string' ? output : JSON.stringify(output ?? ''), isError: false }
  }
  const { success, metadata } = parsed.data
  return { text, isError: success === false || (metadata?.exit_code ?? 0) !== 0 }
}

function joined(texts: z.infer<typeof Texts>): string {
  return texts
    .map(({ text }) => text ?? '')
    .join('\n')
    .trim()
}
