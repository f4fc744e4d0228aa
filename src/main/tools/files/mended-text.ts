import type { TextMending } from '#shared/session/tool-details.ts'
import { insideFence } from './code-fence.ts'
import { type NewText, pastedMarks } from './pasted-marks.ts'

/** A text as the model meant it, with a notice for the model about the changes. */
export type MendedText = {
  readonly text: string
  readonly notes: readonly string[]
  readonly kinds: readonly TextMending[]
}

/** A fence may hold numbered lines; more than two layers are not read. */
const DEEPEST = 2

/** Returns the note of a card about a corrected text; nothing where none was needed. */
export const mendedBy = (kinds: readonly TextMending[]): { readonly mended?: TextMending[] } =>
  kinds.length === 0 ? {} : { mended: [...kinds] }

type Reader = {
  readonly kind: TextMending
  readonly read: (text: NewText) => string | null
  readonly note: string
}

const READERS: readonly Reader[] = [
  { kind: 'fence', read: withoutFence, note: 'the code fence around it was left out' },
  { kind: 'numbers', read: withoutNumbers, note: 'its line numbers were left out' },
  { kind: 'breaks', read: withBreaks, note: 'its line breaks were written as \\n' },
]

/**
 * Reads away the marks that a new text got on its way, where only one text can be meant. Null where the text has none,
 * or where what was meant is not certain.
 */
export function mendedText(written: NewText): MendedText | null {
  const notes: string[] = []
  const kinds: TextMending[] = []
  let current = written
  for (let depth = 0; depth < DEEPEST && pastedMarks(current) !== null; depth += 1) {
    const found = readersOf(current)
    const [only] = found
    if (only === undefined || found.length > 1) return null
    notes.push(`${written.argument}: ${only.note}`)
    kinds.push(only.kind)
    current = { ...current, after: only.text }
  }
  return notes.length === 0 || pastedMarks(current) !== null ? null : { text: current.after, notes, kinds }
}

function readersOf(text: NewText): (Omit<Reader, 'read'> & { readonly text: string })[] {
  return READERS.flatMap(({ read, ...reader }) => {
    const meant = read(text)
    return meant === null ? [] : [{ ...reader, text: meant }]
  })
}

function withoutFence({ after }: NewText): string | null {
  return insideFence(after)
}

/** The number and the tab that `read` puts before a line; it shows an empty line as a number, too. */
const NUMBERED = /^ *(\d+)\t(.*)$/

/** Every line must have the number behind that of the line before. */
function withoutNumbers({ after }: NewText): string | null {
  const lines = after.split('\n')
  const end = lines.at(-1) === '' ? lines.pop() : undefined
  const kept: string[] = []
  let last: number | null = null
  for (const line of lines) {
    const match = NUMBERED.exec(line)
    const number = Number(match?.[1])
    if (match === null || (last !== null && number !== last + 1)) return null
    kept.push(match[2] ?? '')
    last = number
  }
  return [...kept, ...(end === undefined ? [] : [end])].join('\n')
}

const MEANT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '' }

/**
 * Line breaks that were written as two signs. A break inside a string would end it in the middle, so that each line has
 * to close the quotes it opens.
 */
function withBreaks({ after }: NewText): string | null {
  const text = after.trimEnd()
  if (text.includes('\n') || !text.includes('\\n')) return null
  const isEscaped = !/(?<!\\)"/.test(text)
  // With quotes that are escaped as well, the whole text was escaped once more than it should be.
  if (isEscaped && text.includes('\\"')) return unescaped(text)
  if (/\\[^ntr]/.test(text)) return null
  const meant = text.replace(/\\([ntr])/g, (_, sign: string) => MEANT[sign] ?? sign)
  return meant.split('\n').every(closesQuotes) ? meant : null
}

function unescaped(text: string): string | null {
  try {
    const read: unknown = JSON.parse(`"${text}"`)
    return typeof read === 'string' ? read : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function closesQuotes(line: string): boolean {
  return ['"', "'", '`'].every((quote) => line.split(quote).length % 2 === 1)
}
