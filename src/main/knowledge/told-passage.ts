import type { KnowledgePage } from '#shared/knowledge/page.ts'
import { foundBy } from '../vectors/found-by.ts'
import type { Passage } from './page-search.ts'

const MOST_NAME = 200

/**
 * A passage as a model is given it: which page it is of and where that is from, then its words, each line marked as
 * quoted. Words that read like an order stay somebody's words.
 */
export function toldPassage({ page, heading, text, score, by }: Passage): string {
  const place = heading === '' ? `“${oneLine(page.title)}”` : `“${oneLine(page.title)}” › ${oneLine(heading)}`
  const quoted = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
  return [`${score.toFixed(2)} · ${foundBy(by)} · ${place} (${provenanceOf(page)})`, ...quoted].join('\n')
}

/** Who wrote it, for whom and when. */
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
