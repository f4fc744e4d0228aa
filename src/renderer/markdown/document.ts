import type { Links, Token } from 'marked'
import type { Lex } from './lex.ts'

/** One top-level block. The object stays the same for as long as its meaning does. */
export type Block = { readonly token: Token; readonly done: boolean }

/** Markdown that grows at its end. */
export type MarkdownDocument = {
  readonly text: string
  readonly blocks: readonly Block[]
  /** How much of the text can not change its meaning any more, and how many blocks that is. */
  readonly settledLength: number
  readonly settledCount: number
  readonly links: Links
}

export const EMPTY_DOCUMENT: MarkdownDocument = {
  text: '',
  blocks: [],
  settledLength: 0,
  settledCount: 0,
  links: {},
}

/** The document for `text`. When the text only grew, the blocks that are finished are not read again. */
export function grown(before: MarkdownDocument, source: string, lex: Lex): MarkdownDocument {
  const text = source.includes('\r') ? source.replace(/\r\n|\r/g, '\n') : source
  if (text === before.text) return before
  const base = text.startsWith(before.text) ? before : EMPTY_DOCUMENT
  const known = linksOf(base.blocks.slice(0, base.settledCount))
  const { tokens, links } = lex(text.slice(base.settledLength), known)
  const settled = relinked(base.blocks.slice(0, base.settledCount), base.links, links, lex)
  const keep = settledTokens(tokens)
  const fresh = tokens.map((token, index) => reused(base, settled.length + index, token, index < keep))
  const added = tokens.slice(0, keep).reduce((sum, token) => sum + token.raw.length, 0)
  return {
    text,
    blocks: [...settled, ...fresh],
    settledLength: base.settledLength + added,
    settledCount: settled.length + keep,
    links,
  }
}

/** All blocks of a text that will not grow. */
export function finished(document: MarkdownDocument): MarkdownDocument {
  if (document.blocks.every((block) => block.done)) return document
  return {
    ...document,
    blocks: document.blocks.map((block) => (block.done ? block : { ...block, done: true })),
  }
}

/**
 * How many tokens at the front no more text can change. The last block is open. The one before it may still
 * take the last one in, for as long as its first line is not complete (`1` may become a list item).
 */
function settledTokens(tokens: readonly Token[]): number {
  const solid = tokens.flatMap((token, index) => (token.type === 'space' ? [] : [index]))
  const last = solid.at(-1)
  if (last === undefined) return 0
  const lastToken = tokens[last]
  const complete = lastToken !== undefined && /\S.*\n/.test(lastToken.raw)
  const open = solid.at(complete ? -2 : -3) ?? 0
  return solid.length < (complete ? 2 : 3) ? 0 : open
}

function reused(base: MarkdownDocument, index: number, token: Token, done: boolean): Block {
  const known = base.blocks[index]
  if (known === undefined || known.done !== done || mentionsLink(token.raw)) return { token, done }
  const { type, raw } = known.token
  const same = type === token.type && raw === token.raw && wordsOf(known.token) === wordsOf(token)
  return same ? known : { token, done }
}

/**
 * A definition that arrives late, or is still being written, gives meaning to blocks that name it; only those are
 * read again.
 */
function relinked(blocks: readonly Block[], before: Links, after: Links, lex: Lex): readonly Block[] {
  const labels = Object.keys({ ...before, ...after })
  const changed = labels.filter(
    (label) => before[label]?.href !== after[label]?.href || before[label]?.title !== after[label]?.title,
  )
  if (changed.length === 0) return blocks
  return blocks.map((block) => {
    const raw = block.token.raw.toLowerCase().replace(/\s+/g, ' ')
    if (!changed.some((label) => raw.includes(`[${label}]`))) return block
    const [token] = lex(block.token.raw, after).tokens
    return token === undefined ? block : { ...block, token }
  })
}

function linksOf(blocks: readonly Block[]): Links {
  const links: Links = {}
  for (const { token } of blocks) {
    if (token.type === 'def' && !(token['tag'] in links)) {
      links[token['tag']] = { href: token['href'], title: token['title'] }
    }
  }
  return links
}

/** The lexer trims a block by what follows it, so equal sources can have different words. */
function wordsOf(token: Token): unknown {
  return 'text' in token ? token.text : null
}

function mentionsLink(raw: string): boolean {
  return raw.includes('[')
}
