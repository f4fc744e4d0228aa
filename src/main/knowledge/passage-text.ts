import type { KnowledgePage } from '#shared/knowledge/page.ts'
import { foundBy } from '../vectors/found-by.ts'
import type { Passage } from './page-search.ts'

const MOST_NAME = 200

/**
 * Formats a passage for the model: page and source first, then the text with each line quoted. Quoting keeps
 * instructions inside it from reading like the app's own.
 */
export function passageText({ page, heading, text, score, by }: Passage): string {
  const place = heading === '' ? `“${oneLine(page.title)}”` : `“${oneLine(page.title)}” › ${oneLine(heading)}`
  const quoted = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
  return [`${score.toFixed(2)} · ${foundBy(by)} · ${place} (${provenanceOf(page)})`, ...quoted].join('\n')
}

/** Returns the author, scope and date. */
function provenanceOf({ scope, source, updatedAt }: KnowledgePage): string {
  const place = scope.level === 'user' ? 'kept for all projects' : 'kept for this project'
  return `${place}, ${writerOf(source)}, ${new Date(updatedAt).toISOString().slice(0, 10)}`
}

function writerOf(source: KnowledgePage['source']): string {
  if (source === null) return 'written by the person'
  const changed = source.standing === 'edited' || source.standing === 'changed' || source.standing === 'gone'
  return `from the file “${oneLine(source.file)}”${changed ? ', changed by the person' : ''}`
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST_NAME ? `${line.slice(0, MOST_NAME).replace(/[\ud800-\udbff]$/, '')}…` : line
}
