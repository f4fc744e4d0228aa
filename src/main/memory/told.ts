import { firstPart } from '#shared/first-part.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'

/** How much of one item a model is shown without asking for it. */
const MOST_CHARACTERS = 1_200
const MOST_KEY = 200

/**
 * An item as a model is shown it: what it is and where it is from, then its words, each line marked as quoted. Words
 * that read like an order stay somebody's words.
 */
export function toldItem(item: Omit<MemoryItem, 'id' | 'uses'>): string {
  const { key, content } = item
  const words = content.length > MOST_CHARACTERS ? `${firstPart(content, MOST_CHARACTERS)} […]` : content
  const quoted = words.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${line}`)
  return [`“${oneLine(key)}” (${provenanceOf(item)})`, ...quoted].join('\n')
}

/** Who wrote it, for whom, when and where. */
export function provenanceOf({ scope, author, source, updatedAt }: Omit<MemoryItem, 'id' | 'uses'>): string {
  const place = scope.level === 'user' ? 'kept for all projects' : 'kept for this project'
  const said = source?.title == null ? '' : `, from the chat “${oneLine(source.title)}”`
  return `${place}, ${AUTHORS[author]}${said}, ${new Date(updatedAt).toISOString().slice(0, 10)}`
}

const AUTHORS = {
  person: 'written by the person',
  agent: 'written by an agent, agreed by the person',
  import: 'imported from a file',
} as const

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST_KEY ? `${firstPart(line, MOST_KEY)}…` : line
}
