import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { outputName } from '#shared/session/stored-output.ts'
import { allSteps, type Steps } from '../../lib/steps.ts'
import { type Entry, type MessageEntry, textMessage } from '../branch/entry.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'
import type { ContextPolicy } from '../budget/policy.ts'

/** The token count of every entry before reductions. Indexes match the entries. */
export type Load = { readonly tokens: readonly number[]; readonly total: number }

export function measure(entries: readonly Entry[], count: TokenCounter): Load {
  return allSteps(measuring(entries, count))
}

/** Entries that are looked up in one step. */
const PIECE = 4_000

/** The same in steps, so that a long branch does not keep others waiting. */
export function* measuring(entries: readonly Entry[], count: TokenCounter): Steps<Load> {
  const tokens: number[] = []
  for (const entry of entries) {
    tokens.push(count.message(entry.message))
    if (tokens.length % PIECE === 0) yield
  }
  return { tokens, total: tokens.reduce((sum, each) => sum + each, 0) }
}

/** A long tool result without its output, or null when there is nothing to gain. What joined it stays. */
export function stubOf(entry: Entry, policy: Pick<ContextPolicy, 'toolOutput'>): Message | null {
  if (entry.from !== 'message' || entry.message.role !== 'tool') return null
  const { parts, tool } = entry.message
  const own = ownParts(entry)
  const text = textOf({ role: 'tool', parts: own })
  const hasFile = own.some((part) => part.t === 'file')
  if (tool === undefined || (!hasFile && text.length <= policy.toolOutput.maxChars)) return null
  const note =
    `[The output of ${tool.name} (${text.length} characters) was left out to save space. ` +
    (hasFile
      ? 'Call the tool again if you need it.]'
      : `All of it can be read under the path ${outputName(tool.outputBlob ?? entry.eventId)}.]`)
  return {
    ...entry.message,
    parts: [...textMessage('tool', note).parts, ...parts.slice(own.length)],
  }
}

// Each item that joined a result added a blank line and its one part of text.
const PARTS_PER_ITEM = 2

function ownParts(entry: MessageEntry): Message['parts'] {
  const { parts } = entry.message
  return parts.slice(0, parts.length - entry.merged.length * PARTS_PER_ITEM)
}
