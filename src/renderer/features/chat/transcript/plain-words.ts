import type { DurableEvent } from '#shared/events/event.ts'
import type { Message, Part } from '#shared/session/message.ts'
import type { Block } from '../../../markdown/document.ts'
import type { Entry, ToolEntry } from './entry.ts'
import type { Row } from './rows.ts'

/** A part of the conversation as plain text with its author. */
export type PlainPart = {
  readonly key: string
  readonly by: 'you' | 'assistant' | 'tool'
  /** The name of the tool. */
  readonly name: string | null
  readonly text: string
}

/** Returns the messages of a branch as plain text, without those that hold no text. */
export function plainParts(path: readonly DurableEvent[]): readonly PlainPart[] {
  return path.flatMap((event) =>
    event.kind === 'message' ? partsOfMessage(event.id, event.payload.message) : [],
  )
}

type PlainMessage = Pick<Message, 'role' | 'tool'> & { readonly parts: readonly Part[] }

/** Returns a message as plain text: its text first, then its calls. */
export function partsOfMessage(key: string, { role, parts, tool }: PlainMessage): readonly PlainPart[] {
  if (role === 'tool') return [{ key, by: 'tool', name: tool?.name ?? null, text: textOfParts(parts) }]
  const by = role === 'user' ? 'you' : 'assistant'
  return parts.flatMap((part, index): readonly PlainPart[] => {
    const text = textOfPart(part)
    const name = part.t === 'tool_call' ? part.name : null
    return text === '' ? [] : [{ key: `${key}.${index}`, by: name === null ? by : 'tool', name, text }]
  })
}

/** Returns what a row of the transcript was drawn from, to be read where it cannot be drawn. */
export function sourceOfRow(row: Row): string {
  return row.kind === 'piece' ? sourceOfBlocks(row.blocks) : sourceOfEntry(row.entry)
}

/** Returns what a call was given and what it answered. */
export function sourceOfCall({ name, args, text }: ToolEntry): string {
  return [name, jsonOf(args), text].filter((part) => part !== '').join('\n')
}

function sourceOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ token }) => token.raw).join('')
}

function sourceOfEntry(entry: Entry): string {
  switch (entry.kind) {
    case 'you':
      return textOfParts(entry.message.parts)
    case 'say':
      return textOfParts(entry.parts)
    case 'tools':
      return entry.calls.map(sourceOfCall).join('\n\n')
    case 'result':
      return `${entry.head}\n${entry.result}`
    case 'agentEnded':
      return `${entry.title}\n${entry.report.text}`
    default:
      return 'text' in entry ? entry.text : ''
  }
}

function textOfParts(parts: readonly Part[]): string {
  return parts
    .map(textOfPart)
    .filter((text) => text !== '')
    .join('\n\n')
}

function textOfPart(part: Part): string {
  if (part.t === 'text' || part.t === 'reasoning') return part.text
  return part.t === 'tool_call' ? jsonOf(part.args) : (part.name ?? '')
}

/** Arguments may nest deeper than JSON can be written. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value, null, 2) ?? ''
  } catch (error) {
    if (error instanceof RangeError) return '…'
    throw error
  }
}
