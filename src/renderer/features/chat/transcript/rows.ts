import type { EventId } from '#shared/ids.ts'
import {
  type Block,
  EMPTY_DOCUMENT,
  finished,
  grown,
  type MarkdownDocument,
} from '../../../markdown/document.ts'
import type { Lex } from '../../../markdown/lex.ts'
import type { Entry } from './entry.ts'
import { createFrames } from './frames.ts'

type Say = Extract<Entry, { kind: 'say' }>

/** A unit of rendering and measuring: an entry, or a piece of one that is too long. */
export type Row =
  | { readonly kind: 'entry'; readonly key: string; readonly entry: Entry }
  | {
      readonly kind: 'piece'
      readonly key: string
      readonly blocks: readonly Block[]
      /** More of the same answer follows in the next row. */
      readonly goesOn: boolean
      /** The stored answer that ends with this piece. */
      readonly answer: EventId | null
      /** The stored message that ends with this piece and continues with tool calls. */
      readonly leads: EventId | null
    }

/** An answer longer than this is cut. Nearly all are shorter. */
const LONG = 6_000
/** Blocks per row: about half a screen. */
const PIECE = 8

/** Characters parsed per step, so that fast streaming never delays a key press. */
const SLICE = 8_000

/** The parsed part of a text. `taken` counts its original characters, including carriage returns. */
type Reading = { readonly document: MarkdownDocument; readonly taken: number }

export type Rows = ReturnType<typeof createRows>

/** Cuts long answers and long rows of calls into rows, so that only the part in sight is drawn, however long they get. */
export function createRows(lex: Lex) {
  const readings = new Map<string, Reading>()
  const framesOf = createFrames()
  let behind = false

  function rowsOf(entries: readonly Entry[]): readonly Row[] {
    return entries.flatMap((entry) => {
      if (entry.kind === 'say') return rowsOfSay(entry)
      return entry.kind === 'tools' ? framesOf(entry).map(whole) : [whole(entry)]
    })
  }

  function rowsOfSay(entry: Say): readonly Row[] {
    const at = entry.parts.findIndex((part) => part.t === 'text' && part.text.length > LONG)
    const part = entry.parts[at]
    if (part?.t !== 'text') return [whole(entry)]
    const before = entry.parts.slice(0, at)
    const after = entry.parts.slice(at + 1)
    const key = `${entry.key}.${at}`
    return [
      ...(before.length === 0
        ? []
        : [whole({ ...entry, parts: before, streaming: false, answer: null, leads: null })]),
      ...pieces(
        key,
        blocksOf(key, part.text, entry.streaming && after.length === 0),
        after.length > 0 ? 'more' : entry,
      ),
      ...(after.length === 0 ? [] : rowsOfSay({ ...entry, key: `${key}.rest`, parts: after })),
    ]
  }

  function blocksOf(key: string, text: string, streaming: boolean): readonly Block[] {
    const before = readings.get(key)
    // Stored text is parsed whole; streaming text in steps.
    const taken =
      streaming || before !== undefined ? Math.min(text.length, (before?.taken ?? 0) + SLICE) : text.length
    const read = grown(before?.document ?? EMPTY_DOCUMENT, text.slice(0, taken), lex)
    const document = streaming || taken < text.length ? read : finished(read, lex)
    readings.set(key, { document, taken })
    if (taken < text.length) behind = true
    return document.blocks
  }

  return {
    rowsOf,
    /** True while there is more of a text than was read. Asking for the rows again reads on. */
    isBehind: () => behind,
    /** Forgets that something was left: the rows are asked for again now. */
    turn(): void {
      behind = false
    },
  }
}

function whole(entry: Entry): Row {
  return { kind: 'entry', key: entry.key, entry }
}

type End = Pick<Say, 'answer' | 'leads'>
const GOES_ON: End = { answer: null, leads: null }

/** `end` is what follows the last piece: more of the same answer, or the end of the stored answer it belongs to. */
function pieces(key: string, blocks: readonly Block[], end: End | 'more'): readonly Row[] {
  const count = Math.ceil(blocks.length / PIECE)
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1
    const ends = isLast && end !== 'more' ? end : GOES_ON
    return {
      kind: 'piece',
      key: `${key}.${index}`,
      blocks: blocks.slice(index * PIECE, (index + 1) * PIECE),
      goesOn: end === 'more' || !isLast,
      answer: ends.answer,
      leads: ends.leads,
    }
  })
}
