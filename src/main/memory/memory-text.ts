import { firstPart } from '#shared/first-part.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'

/** Length of an item and of its key in automatic recall. */
const MOST_CHARACTERS = 1_200
const MOST_KEY = 200

/**
 * Formats an item for the model: source first, then the text with each line quoted. Quoting keeps
 * instructions inside it from reading like the app's own.
 */
export function memoryText(item: Omit<MemoryItem, 'id' | 'uses'>): string {
  const { key, content } = item
  const words = content.length > MOST_CHARACTERS ? `${firstPart(content, MOST_CHARACTERS)} […]` : content
  const quoted = words.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${line}`)
  return [`“${oneLine(key)}” (${provenanceOf(item)})`, ...quoted].join('\n')
}

/** Returns the author, scope, date and source chat. */
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
