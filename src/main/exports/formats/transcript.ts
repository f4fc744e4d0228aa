import type { Message, ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'

/** One message of another program's transcript. */
export type TranscriptEntry = {
  readonly message: Message
  /** Epoch milliseconds; null when the file does not say. */
  readonly at: number | null
  /** The id in the other program. */
  readonly ref: string | null
}

export type Transcript = {
  readonly title: string | null
  readonly entries: readonly TranscriptEntry[]
  readonly skipped: number
  readonly cut: boolean
  /** Texts the program itself had put between the words of the two sides. */
  readonly asides: number
  /** Attachments that are not in the file, or cannot be shown. */
  readonly leftOut: number
  /** Number of pieces of unknown kinds in lines that are otherwise imported. */
  readonly unread: number
  /** The program's summary of messages missing from the file; null for a complete file. */
  readonly summary: string | null
}

export type Paired = { readonly entries: readonly TranscriptEntry[]; readonly closedCalls: number }

const NO_RESULT = 'The imported transcript has no result of this call. Nothing is known of what it did.'

/** Puts each result behind its call, in call order. A call without one gets one that says so. */
export function pairCalls(entries: readonly TranscriptEntry[]): Paired {
  const results = new Map<string, TranscriptEntry>()
  for (const entry of entries) {
    const callId = entry.message.tool?.callId
    if (callId !== undefined && !results.has(callId)) results.set(callId, entry)
  }
  let closedCalls = 0
  const seen = new Set<string>()
  const paired = entries.flatMap((entry): TranscriptEntry[] => {
    const { message } = entry
    if (message.role === 'tool') return []
    const calls = toolCallsOf(message).filter(({ callId }) => !seen.has(callId))
    for (const { callId } of calls) seen.add(callId)
    const answers = calls.map((call) => {
      const found = results.get(call.callId)
      if (found === undefined) closedCalls += 1
      return found === undefined ? withoutResult(call, entry.at) : named(found, call)
    })
    const parts = message.parts.filter((part) => part.t !== 'tool_call' || calls.includes(part))
    return parts.length === 0 ? [] : [{ ...entry, message: { ...message, parts } }, ...answers]
  })
  return { entries: paired, closedCalls }
}

/** A result often does not say which tool it is from; its call does. */
function named(entry: TranscriptEntry, call: ToolCallPart): TranscriptEntry {
  const { tool } = entry.message
  if (tool === undefined) return entry
  return { ...entry, message: { ...entry.message, tool: { ...tool, name: call.name } } }
}

/** Returns the placeholder result of a call without one. */
export function syntheticResult({ callId, name }: ToolCallPart): Message {
  return {
    role: 'tool',
    parts: [{ t: 'text', text: NO_RESULT }],
    tool: { callId, name, isError: true, durationMs: 0, synthetic: 'interrupted' },
  }
}

function withoutResult(call: ToolCallPart, at: number | null): TranscriptEntry {
  return { at, ref: null, message: syntheticResult(call) }
}

/** Epoch milliseconds of a time as transcripts write it. */
export function timeOf(text: string | undefined): number | null {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) || at < 0 ? null : at
}
