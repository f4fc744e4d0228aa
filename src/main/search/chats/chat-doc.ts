import { HarnessItem } from '#shared/context/harness-item.ts'
import { Compacted, MessageStored } from '#shared/events/message-events.ts'
import type { HitKind } from '#shared/search/search.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import type { StoredOutput } from './stored-outputs.ts'

/** The searchable part of a stored event. */
export type ChatDoc = {
  readonly kind: Exclude<HitKind, 'title'>
  readonly tool: string | null
  readonly agentId: string | null
  readonly text: string
  /** Whether the event has a further piece: what was stored of a long output is searched piece by piece. */
  readonly more: boolean
}

/** Maximum indexed characters of a message. Text beyond it is not found, except in stored outputs. */
const LONGEST = 200_000

/** An event of the log, and which piece of it is asked for. */
export type DocPlace = { readonly kind: string; readonly payload: string; readonly piece: number }

/** The searchable part of a row of the log, or null when it has none or cannot be read. */
export function docOf({ kind, payload, piece }: DocPlace, stored: StoredOutput): ChatDoc | null {
  const doc = READERS[kind]?.(payload, { piece, stored }) ?? null
  // A blank chunk has no words, but later ones may.
  return doc === null || (doc.text.trim() === '' && !doc.more) ? null : doc
}

type Outputs = { readonly piece: number; readonly stored: StoredOutput }

const READERS: Readonly<Record<string, (payload: string, outputs: Outputs) => ChatDoc | null>> = {
  message: docOfMessage,
  'harness.item': (payload, { piece }) => (piece === 0 ? docOfSteer(payload) : null),
  compact: (payload, { piece }) => (piece === 0 ? docOfSummary(payload) : null),
}

/** A text that is one piece. */
const whole = (text: string) => ({ text: text.slice(0, LONGEST), more: false })

function docOfMessage(payload: string, outputs: Outputs): ChatDoc | null {
  const parsed = MessageStored.safeParse(jsonOf(payload))
  if (!parsed.success) return null
  const { message } = parsed.data
  const agentId = message.agentId ?? null
  if (message.role === 'tool') {
    const text = textOfTool(message, outputs)
    return text === null ? null : { kind: 'tool', tool: message.tool?.name ?? null, agentId, ...text }
  }
  return outputs.piece > 0 ? null : { kind: message.role, tool: null, agentId, ...whole(textOf(message)) }
}

/**
 * Returns the text of a tool output with its subject: a file, command or pattern. Includes output the model
 * did not receive.
 */
function textOfTool(message: Message, { piece, stored }: Outputs): Pick<ChatDoc, 'text' | 'more'> | null {
  const { details, outputBlob } = message.tool ?? {}
  const output = outputBlob === undefined ? null : stored(outputBlob, piece)
  if (piece > 0) return output
  const about = details === undefined ? '' : aboutOf(details)
  const under = (text: string) => (about === '' ? text : `${about}\n${text}`)
  if (output === null) return whole(under(textOf(message)))
  return { text: under(output.text), more: output.more }
}

function aboutOf(details: ToolDetails): string {
  switch (details.kind) {
    case 'read':
    case 'file':
    case 'list':
      return details.path
    case 'write':
    case 'edit':
      return [details.path, ...writtenIn(details.diff)].join('\n')
    case 'question':
      return details.prompt
    case 'glob':
    case 'grep':
      return details.pattern
    case 'bash':
      return details.command
    default:
      return ''
  }
}

/** The lines an agent has put into a file, without their marks. What it took out is not there any more. */
function writtenIn({ hunks }: FileDiff): string[] {
  return hunks.flatMap(({ lines }) =>
    lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1)),
  )
}

/** Returns the text of a summary with its notes. */
function docOfSummary(payload: string): ChatDoc | null {
  const parsed = Compacted.safeParse(jsonOf(payload))
  if (!parsed.success) return null
  const { summary, notes = [] } = parsed.data
  const text = [summary, ...notes.map(({ key, content }) => `${key}\n${content}`)].join('\n')
  return { kind: 'summary', tool: null, agentId: null, ...whole(text) }
}

/** Returns the text of a steering message, which is the person's too. */
function docOfSteer(payload: string): ChatDoc | null {
  const parsed = HarnessItem.safeParse(jsonOf(payload))
  if (!parsed.success || parsed.data.kind !== 'steer' || parsed.data.origin !== 'user') return null
  return { kind: 'user', tool: null, agentId: null, ...whole(parsed.data.content) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
