import type { ExportWords } from '../words.ts'
import type { Entry, Piece } from './conversation.ts'
import { escapeHtml } from './html.ts'

/** Formats a chat as Markdown. Calls are collapsed, and no content can break out of its block. */
export function markdownOf(title: string, entries: readonly Entry[], words: ExportWords): string {
  const parts = [`# ${oneLine(title)}`, ...entries.flatMap((entry) => entryLines(entry, words))]
  return `${parts.join('\n\n')}\n`
}

function entryLines(entry: Entry, words: ExportWords): string[] {
  const who = { user: words.you, assistant: words.assistant, note: words.note }[entry.who]
  const time = new Date(entry.at).toISOString().slice(0, 16).replace('T', ' ')
  const out = entry.out ? [`*${words.leftOut}*`] : []
  return [`## ${who} · ${time}`, ...out, ...entry.pieces.map((piece) => pieceText(piece, words))]
}

function pieceText(piece: Piece, words: ExportWords): string {
  switch (piece.kind) {
    case 'text':
      return withFencesClosed(piece.text)
    case 'reasoning':
      return folded(words.reasoning, [fenced(piece.text, 'text')])
    case 'file':
      return `*${words.attachment}: ${oneLine(piece.name)}*`
    case 'attachment':
      return folded(`${words.attachment}: ${piece.name}`, [fenced(piece.text, 'text')])
    case 'call': {
      const mark = piece.result?.isError === true ? ` (${words.failed})` : ''
      const result = piece.result === null ? words.noResult : fenced(piece.result.text, 'text')
      const agent = piece.agent === null ? [] : [agentText(piece.agent, words)]
      return folded(`${piece.name}${mark}`, [
        ...[fenced(piece.args, 'json'), `${words.result}:`, result],
        ...agent,
      ])
    }
  }
}

type Called = NonNullable<Extract<Piece, { kind: 'call' }>['agent']>

function agentText({ title, entries }: Called, words: ExportWords): string {
  return folded(
    `${words.agent}: ${title}`,
    entries.flatMap((entry) => entryLines(entry, words)),
  )
}

function folded(summary: string, inside: readonly string[]): string {
  const head = `<details>\n<summary>${escapeHtml(oneLine(summary))}</summary>`
  return [head, ...inside, '</details>'].join('\n\n')
}

/** A block whose fence is longer than any inside it. */
export function fenced(text: string, language: string): string {
  let longest = 0
  for (const [ticks] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length)
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** A text that ends inside a code block gets its end, so that the next message is not taken for code. */
export function withFencesClosed(text: string): string {
  let open: string | null = null
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)
    const marks = fence?.[1] ?? ''
    if (fence === null || marks === '') continue
    const rest = line.slice(fence[0].length)
    if (open === null) {
      // A line of backticks with another one behind is code in a sentence.
      if (marks.startsWith('~') || !rest.includes('`')) open = marks
    } else if (marks[0] === open[0] && marks.length >= open.length && rest.trim() === '') {
      open = null
    }
  }
  return open === null ? text : `${text}\n${open}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
