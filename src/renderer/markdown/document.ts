import type { Links, Token, Tokens } from 'marked'
import { footnoteKey } from './footnotes.ts'
import type { Lex } from './lex.ts'

/** One top-level block. The object stays the same for as long as its meaning does. */
export type Block = { readonly token: Token; readonly done: boolean }

/** Markdown that grows at its end. */
export type MarkdownDocument = {
  readonly text: string
  readonly blocks: readonly Block[]
  /** The length of the final part of the text, and its number of blocks. */
  readonly settledLength: number
  readonly settledCount: number
  readonly links: Links
  /** Length of text appended to the last block without parsing. */
  readonly unread: number
}

export const EMPTY_DOCUMENT: MarkdownDocument = {
  text: '',
  blocks: [],
  settledLength: 0,
  settledCount: 0,
  links: {},
  unread: 0,
}

/** An open paragraph longer than this is not parsed again with every chunk. */
const LONG = 4_000
/** The part of it by which it may grow until then: so all that is read stays in proportion to its length. */
const UNREAD_PART = 1 / 8

/**
 * The document for `text`. When the text only grew, the blocks that are finished are not read again, and the words of a
 * very long paragraph are read from time to time.
 */
export function grown(before: MarkdownDocument, source: string, lex: Lex): MarkdownDocument {
  const text = source.includes('\r') ? source.replace(/\r\n|\r/g, '\n') : source
  if (text === before.text) return before
  if (!text.startsWith(before.text)) return read(EMPTY_DOCUMENT, text, lex)
  return appended(before, text.slice(before.text.length)) ?? read(before, text, lex)
}

/** Puts words behind a long paragraph as they are; null where they may mean more than that. */
function appended(before: MarkdownDocument, words: string): MarkdownDocument | null {
  const last = before.blocks.at(-1)
  const unread = before.unread + words.length
  const open = before.text.length - before.settledLength
  if (last?.token.type !== 'paragraph' || open < LONG || unread > open * UNREAD_PART) return null
  if (words.includes('\n') || before.text.endsWith('\n')) return null
  const { tokens = [], raw, text } = last.token as Tokens.Paragraph
  const waiting = before.unread === 0 ? '' : (tokens.at(-1)?.raw ?? '')
  const known = before.unread === 0 ? tokens : tokens.slice(0, -1)
  const rest: Tokens.Text = { type: 'text', raw: waiting + words, text: waiting + words, escaped: false }
  const token = { ...last.token, raw: raw + words, text: text + words, tokens: [...known, rest] }
  const blocks = [...before.blocks.slice(0, -1), { ...last, token }]
  return { ...before, text: before.text + words, blocks, unread }
}

function read(base: MarkdownDocument, text: string, lex: Lex): MarkdownDocument {
  const known = linksOf(base.blocks.slice(0, base.settledCount))
  const { tokens, links } = lex(text.slice(base.settledLength), known)
  const settled = relinked(base.blocks.slice(0, base.settledCount), base.links, links, lex)
  const keep = settledTokens(tokens)
  const isDone = (token: Token, index: number) =>
    index < keep || (index < tokens.length - 1 && isClosed(token))
  const fresh = tokens.map((token, index) =>
    reused(base, settled.length + index, token, isDone(token, index)),
  )
  const added = tokens.slice(0, keep).reduce((sum, token) => sum + token.raw.length, 0)
  return {
    text,
    blocks: [...settled, ...fresh],
    settledLength: base.settledLength + added,
    settledCount: settled.length + keep,
    links,
    unread: 0,
  }
}

/** All blocks of a text that will not grow. */
export function finished(grown: MarkdownDocument, lex: Lex): MarkdownDocument {
  const document = grown.unread === 0 ? grown : read(grown, grown.text, lex)
  if (document.blocks.every((block) => block.done)) return document
  return {
    ...document,
    blocks: document.blocks.map((block) => (block.done ? block : { ...block, done: true })),
  }
}

/**
 * Returns the number of leading tokens that later text cannot change. The last block is open. The one before
 * it may still absorb the last while its first line is incomplete (`1` may become a list item).
 */
function settledTokens(tokens: readonly Token[]): number {
  const solid = tokens.flatMap((token, index) => (token.type === 'space' ? [] : [index]))
  const last = solid.at(-1)
  if (last === undefined) return 0
  const lastToken = tokens[last]
  const complete = lastToken !== undefined && hasWholeLine(lastToken.raw)
  const open = solid.at(complete ? -2 : -3) ?? 0
  return solid.length < (complete ? 2 : 3) ? 0 : open
}

/** Whether a block has its end mark: nothing that follows can change it, so it is drawn in full while more comes. */
function isClosed(token: Token): boolean {
  if (token.type === 'mathBlock') return token['closed'] === true
  return token.type === 'code' && /\n {0,3}(?:`{3,}|~{3,})[ \t]*$/.test(token.raw.slice(-80))
}

/** Whether a line of words is over. A pattern for it would take time with the square of the length of a line. */
function hasWholeLine(raw: string): boolean {
  const first = raw.search(/\S/)
  return first >= 0 && raw.includes('\n', first)
}

function reused(base: MarkdownDocument, index: number, token: Token, done: boolean): Block {
  const known = base.blocks[index]
  const isRead = base.unread === 0 || index < base.blocks.length - 1
  if (known === undefined || !isRead || known.done !== done || mentionsLink(token.raw)) return { token, done }
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
    if (token.type === 'footnote') links[footnoteKey(token['label'])] ??= { href: '', title: null }
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
