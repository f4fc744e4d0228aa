import type { BlobId } from '#shared/ids.ts'
import type { ExportWords } from '../words.ts'
import type { Entry, Piece } from './conversation.ts'

/** Pictures of the chat as embeddable data; missing ones are only named. */
export type Pictures = ReadonlyMap<BlobId, string>

type Page = {
  readonly title: string
  readonly entries: readonly Entry[]
  readonly words: ExportWords
  readonly pictures: Pictures
}

/** A chat as one page that needs nothing else: no script, nothing from the network, every word escaped. */
export function htmlOf({ title, entries, words, pictures }: Page): string {
  const name = escapeHtml(title)
  const articles = entries.map((entry) => articleOf(entry, words, pictures)).join('\n')
  return `<!doctype html>
<html lang="${escapeHtml(words.lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
${articles}
</main>
<footer>${escapeHtml(words.exported)}</footer>
</body>
</html>
`
}

/** Escapes text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function articleOf(entry: Entry, words: ExportWords, pictures: Pictures): string {
  const who = { user: words.you, assistant: words.assistant, note: words.note }[entry.who]
  const time = new Date(entry.at).toISOString()
  const model = entry.model === null ? '' : ` <small>${escapeHtml(entry.model)}</small>`
  const pieces = entry.pieces.map((piece) => pieceOf(piece, words, pictures)).join('\n')
  const shown = time.slice(0, 16).replace('T', ' ')
  const out = entry.out ? `<p class="out">${escapeHtml(words.leftOut)}</p>` : ''
  return `<article class="${entry.who}${entry.out ? ' out' : ''}">
<h2>${escapeHtml(who)}${model} <time datetime="${time}">${shown}</time></h2>${out}
${pieces}
</article>`
}

function pieceOf(piece: Piece, words: ExportWords, pictures: Pictures): string {
  switch (piece.kind) {
    case 'text':
      return `<div class="text">${escapeHtml(piece.text)}</div>`
    case 'reasoning':
      return folded(words.reasoning, `<div class="text">${escapeHtml(piece.text)}</div>`)
    case 'file': {
      const source = pictures.get(piece.blobId)
      const name = escapeHtml(piece.name)
      if (source === undefined) return `<p class="file">${escapeHtml(words.attachment)}: ${name}</p>`
      return `<img src="${escapeHtml(source)}" alt="${name}">`
    }
    case 'attachment':
      return folded(`${words.attachment}: ${piece.name}`, `<pre>${escapeHtml(piece.text)}</pre>`)
    case 'call': {
      const mark = piece.result?.isError === true ? ` (${words.failed})` : ''
      const result =
        piece.result === null
          ? `<p>${escapeHtml(words.noResult)}</p>`
          : `<p>${escapeHtml(words.result)}:</p><pre>${escapeHtml(piece.result.text)}</pre>`
      const agent = piece.agent === null ? '' : agentOf(piece.agent, words, pictures)
      return folded(`${piece.name}${mark}`, `<pre>${escapeHtml(piece.args)}</pre>${result}${agent}`)
    }
  }
}

type Called = NonNullable<Extract<Piece, { kind: 'call' }>['agent']>

function agentOf({ title, entries }: Called, words: ExportWords, pictures: Pictures): string {
  const inside = entries.map((entry) => articleOf(entry, words, pictures)).join('\n')
  return folded(`${words.agent}: ${title}`, inside)
}

function folded(summary: string, inside: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${inside}</details>`
}

const STYLE = `
:root { color-scheme: light dark; --fg: #1c1d21; --quiet: #5b5e68; --bg: #fbfbfc; --box: #f0f1f4; --line: #d9dbe1; }
@media (prefers-color-scheme: dark) {
  :root { --fg: #e6e7ea; --quiet: #a3a6b1; --bg: #17181b; --box: #212327; --line: #383b42; }
}
body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/1.55 system-ui, sans-serif; }
main, footer { max-width: 48rem; margin: 0 auto; padding: 1rem; }
footer { color: var(--quiet); font-size: 0.85em; }
h1 { font-size: 1.5em; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.4rem; font-size: 0.9em; }
h2 small, time { color: var(--quiet); font-weight: 400; }
article { margin: 1rem 0; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
article.user { background: var(--box); }
article.out { border-left: 3px dashed var(--line); }
p.out { margin: 0 0 0.4rem; color: var(--quiet); font-size: 0.85em; }
article.note { border-style: dashed; color: var(--quiet); }
.text, pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.6rem; border-radius: 6px; background: var(--box); font: 13px/1.45 ui-monospace, monospace; }
article.user pre { background: var(--bg); }
details { margin: 0.5rem 0; }
summary { cursor: pointer; color: var(--quiet); overflow-wrap: anywhere; }
img { max-width: 100%; border-radius: 6px; }
`
