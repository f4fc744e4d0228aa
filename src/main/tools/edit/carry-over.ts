import { alignTokens } from './align-tokens.ts'
import type { CarriedChange, Splice } from './carried-change.ts'
import { fileSpelling } from './file-spelling.ts'
import type { Passage } from './find-passages.ts'
import { planIndents } from './plan-indents.ts'
import { breaksIn, gapBefore, indentOf, tailOf } from './text-tokens.ts'

/** A part of the file that stays, or new text. */
type Piece = { readonly keep: readonly [number, number] } | { readonly put: string }

/**
 * Applies the difference between two texts of a model to the passage of the file that has the tokens of the first.
 * Tokens that the model kept, and the white space between them, stay as they are in the file. Returns null when the
 * indentation of a new line cannot be known.
 */
export function carryOver(change: CarriedChange): Splice[] | null {
  const { file, passage, fresh } = change
  if (fresh.tokens.length === 0) return deletion(change)
  const keptAs = alignTokens(change.old, fresh)
  const lead = leadOf(file, passage)
  const indents = planIndents({ ...change, keptAs, lead: lead?.indent ?? null })
  if (indents === null) return null
  const { start, pieces } = leading(change, lead, indents.get(0) ?? null)
  const spell = fileSpelling(change.old, { text: file, tokens: passage.tokens })
  fresh.tokens.forEach((token, at) => {
    if (at > 0) pieces.push(...gapPieces(change, { keptAs, at, indent: indents.get(at) ?? null }))
    const kept = passage.tokens[keptAs[at] ?? -1]
    pieces.push(kept === undefined ? { put: spell(fresh, token) } : { keep: [kept.start, kept.end] })
  })
  const more = breaksIn(tailOf(fresh)) - breaksIn(tailOf(change.old))
  if (more > 0) pieces.push({ put: '\n'.repeat(more) })
  return splicesOf(file, pieces, [start, passage.end])
}

/** The indentation before a passage that begins a line. */
type Lead = { readonly start: number; readonly indent: string }

function leadOf(file: string, { start }: Passage): Lead | null {
  const lineStart = file.lastIndexOf('\n', start - 1) + 1
  const indent = file.slice(lineStart, start)
  return start === 0 || indent.trim() === '' ? { start: start === 0 ? 0 : lineStart, indent } : null
}

/** Applies the model's changes to the white space before the passage. */
function leading(
  { file, passage, old, fresh }: CarriedChange,
  lead: Lead | null,
  indent: string | null,
): { start: number; pieces: Piece[] } {
  const more = breaksIn(gapBefore(fresh, 0)) - breaksIn(gapBefore(old, 0))
  const pieces: Piece[] = more > 0 ? [{ put: '\n'.repeat(more) }] : []
  if (lead === null) return { start: passage.start, pieces }
  let { start } = lead
  for (let left = -more; left > 0 && file.slice(start - 2, start) === '\n\n'; left -= 1) start -= 1
  if (indent === null || indent === lead.indent) pieces.push({ keep: [lead.start, passage.start] })
  else pieces.push({ put: indent })
  return { start, pieces }
}

type GapPlace = { readonly keptAs: Int32Array; readonly at: number; readonly indent: string | null }

/** Builds the white space before a token of the new text. */
function gapPieces({ file, passage, old, fresh }: CarriedChange, { keptAs, at, indent }: GapPlace): Piece[] {
  const gap = gapBefore(fresh, at)
  const kept = keptAs[at] ?? -1
  const before = keptAs[at - 1] ?? -1
  const isAdjacent = kept > 0 && before === kept - 1
  const oldGap = kept > 0 ? gapBefore(old, kept) : null
  const own = kept > 0 ? fileGap(passage, kept) : null
  const behind = before >= 0 && before + 1 < passage.tokens.length ? fileGap(passage, before + 1) : null
  const ownText = own === null ? '' : textOf(file, own)
  const isIndented = indent === null || !ownText.includes('\n') || indent === indentOf(ownText)
  if (isAdjacent && gap === oldGap && own !== null && isIndented) return [{ keep: own }]
  if (!gap.includes('\n')) {
    if (own !== null && gap === oldGap) return [{ keep: own }]
    if (isAdjacent && own !== null && oldGap?.includes('\n') === false && ownText.includes('\n')) {
      return [{ keep: own }]
    }
    const isSameBehind = behind !== null && gapBefore(old, before + 1) === gap
    return isSameBehind && kept < 0 ? [{ keep: behind }] : [{ put: gap }]
  }
  const pieces: Piece[] = []
  const trailing = behind === null ? null : trailingSpace(file, behind)
  if (trailing !== null) pieces.push({ keep: trailing })
  const breaks = breaksIn(gap)
  if (own !== null && oldGap?.includes('\n') && ownText.includes('\n')) {
    const from = file.indexOf('\n', own[0])
    const more = breaks - breaksIn(oldGap)
    const isSame = indent === indentOf(ownText)
    if (more === 0 && isSame) return [...pieces, { keep: [from, own[1]] }]
    const count = Math.max(1, breaksIn(ownText) + more)
    return [...pieces, { put: '\n'.repeat(count) + (indent ?? indentOf(gap)) }]
  }
  const isReplaced = kept < 0 && behind !== null && !keptAs.includes(before + 1)
  const isSameBreaks = isReplaced && breaksIn(gapBefore(old, before + 1)) === breaks
  const count = isSameBreaks ? Math.max(1, breaksIn(textOf(file, behind))) : breaks
  return [...pieces, { put: '\n'.repeat(count) + (indent ?? indentOf(gap)) }]
}

function fileGap({ tokens }: Passage, at: number): readonly [number, number] {
  return [tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? 0]
}

function textOf(file: string, [from, to]: readonly [number, number]): string {
  return file.slice(from, to)
}

/** Returns the spaces that end a line of the file. */
function trailingSpace(file: string, gap: readonly [number, number]): readonly [number, number] | null {
  const at = textOf(file, gap).indexOf('\n')
  return at > 0 ? [gap[0], gap[0] + at] : null
}

/** Deletes a passage with its indentation, and with as many line breaks around it as the model named. */
function deletion({ file, passage, old, fresh }: CarriedChange): Splice[] {
  const lead = leadOf(file, passage)
  const isWhole = /^[ \t]*(?:\n|$)/.test(file.slice(passage.end, passage.end + 1000))
  let from = lead !== null && isWhole ? lead.start : passage.start
  let to = passage.end
  for (let left = breaksIn(gapBefore(old, 0)); left > 0 && file[from - 1] === '\n'; left -= 1) from -= 1
  for (let left = breaksIn(tailOf(old)); left > 0; left -= 1) {
    const rest = /^[ \t]*\n/.exec(file.slice(to, to + 1000))
    if (rest === null) break
    to += rest[0].length
  }
  const put = '\n'.repeat(Math.min(breaksIn(fresh.text), breaksIn(file.slice(from, to))))
  return [{ from, to, put }]
}

/** Turns pieces into the fewest splices of the file. A piece that was kept already is put again. */
function splicesOf(
  file: string,
  pieces: readonly Piece[],
  [start, end]: readonly [number, number],
): Splice[] {
  const splices: Splice[] = []
  let at = start
  let put = ''
  const close = (to: number) => {
    const splice = trimmed(file, { from: at, to, put })
    if (splice.from < splice.to || splice.put !== '') splices.push(splice)
    put = ''
  }
  for (const piece of pieces) {
    if ('put' in piece) put += piece.put
    else if (piece.keep[0] < at) put += textOf(file, piece.keep)
    else {
      close(piece.keep[0])
      at = piece.keep[1]
    }
  }
  close(end)
  return splices
}

/** Leaves out the part of a splice that replaces text by the same text. */
function trimmed(file: string, { from, to, put }: Splice): Splice {
  let head = 0
  const shorter = Math.min(to - from, put.length)
  while (head < shorter && file.charCodeAt(from + head) === put.charCodeAt(head)) head += 1
  let tail = 0
  while (tail < shorter - head && file.charCodeAt(to - 1 - tail) === put.charCodeAt(put.length - 1 - tail)) {
    tail += 1
  }
  return { from: from + head, to: to - tail, put: put.slice(head, put.length - tail) }
}
