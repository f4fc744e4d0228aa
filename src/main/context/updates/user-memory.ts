import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import type { Millis } from '#shared/ids.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'
import { ARCHIVED_TAG } from '#shared/memory/store-command.ts'
import type { Message } from '#shared/session/message.ts'
import type { InjectionRegistry } from '../branch/injections.ts'
import { capContent } from '../budget/cap.ts'
import type { CountText } from '../budget/count-tokens.ts'

/** The item kind with the person's memory for all projects. */
export const USER_MEMORY = 'user-memory'

type Kept = Pick<MemoryItem, 'key' | 'content' | 'tags' | 'author' | 'updatedAt'>

/** The most characters of all lines, and of one. */
const LONGEST = 4_000
const LONGEST_LINE = 400
/** The most of what a request may take. */
const SHARE = 0.05

/**
 * Formats the person's memory for a new chat: one line per item, by key, with author and date. Items beyond
 * the limit are counted. The same memories give the same text, so that it can be compared.
 */
export function userMemoryLines(items: readonly Kept[]): string {
  const told = items
    .filter(({ tags }) => !tags.includes(ARCHIVED_TAG))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(lineOf)
  let left = LONGEST
  const fitting = told.findIndex((line) => {
    left -= line.length + 1
    return left < 0
  })
  if (fitting < 0) return told.join('\n')
  return [...told.slice(0, fitting), `[${told.length - fitting} more; memory_search finds them]`].join('\n')
}

function lineOf({ key, content, author, updatedAt }: Kept): string {
  const words = `${key}: ${content}`.replace(/\s+/g, ' ').trim()
  const short = words.length > LONGEST_LINE ? `${whole(words)} […]` : words
  return `${short} (${AUTHORS[author]}, ${dayOf(updatedAt)})`
}

const AUTHORS = {
  person: 'written by the person',
  agent: 'written by an agent, agreed by the person',
  import: 'imported from a file',
} as const

const whole = (words: string): string => words.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '')
const dayOf = (at: Millis): string => new Date(at).toISOString().slice(0, 10)

type Room = {
  readonly registry: Pick<InjectionRegistry, 'render'>
  readonly usable: number
  readonly countText: CountText
}

/**
 * Returns the memory of a snapshot as a user message at the head of the conversation. It is written by
 * various authors and must not carry the authority of instructions. Null without memories.
 */
export function userMemoryMessage(
  snapshot: InstructionSnapshot | null,
  { registry, usable, countText }: Room,
): Message | null {
  const lines = snapshot?.sections.find(({ kind }) => kind === 'memory')?.renderedBlock.trim() ?? ''
  if (lines === '') return null
  const content = capContent(lines, Math.max(0, Math.floor(usable * SHARE)), 'head', countText)
  if (content === null) return null
  return registry.render({
    kind: USER_MEMORY,
    origin: 'memory',
    content,
    visibility: 'hidden',
    lifetime: 'session',
    placement: 'after-system',
  })
}
