import { insideFence } from '../files/code-fence.ts'

/** Another way to read the two texts of an edit. `without` names what is read away, for the answer. */
export type TextReading = { readonly without: string; readonly oldText: string; readonly newText: string }

type Pair = { readonly oldText: string; readonly newText: string }
type Reader = { readonly without: string; readonly read: (pair: Pair) => Pair | null }

/** A fence may hold numbered lines; more than two layers are not looked for. */
const DEEPEST = 2
const MOST_READINGS = 8

/**
 * Lists the ways in which the texts of an edit can be read when old_text is not in the file: without line numbers,
 * a code fence, marks of a diff, or one level of escapes. Both texts are always read in the same way.
 */
export function readingsOf(oldText: string, newText: string): TextReading[] {
  const seen = new Set([`${oldText}\0${newText}`])
  const found: TextReading[] = []
  let layer: readonly TextReading[] = [{ without: '', oldText, newText }]
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const next: TextReading[] = []
    for (const pair of layer) {
      for (const { without, read } of READERS) {
        const reading = read(pair)
        if (reading === null || reading.oldText.trim() === '') continue
        const key = `${reading.oldText}\0${reading.newText}`
        if (seen.has(key) || found.length + next.length === MOST_READINGS) continue
        seen.add(key)
        next.push({ ...reading, without: pair.without === '' ? without : `${pair.without} and ${without}` })
      }
    }
    found.push(...next)
    layer = next
  }
  return found
}

const READERS: readonly Reader[] = [
  { without: 'the line numbers', read: withoutNumbers },
  { without: 'the code fence', read: withoutFence },
  { without: 'the marks of a diff', read: withoutMarks },
  { without: 'one level of escapes', read: withoutEscapes },
  { without: 'the escapes of quotes and backslashes', read: withoutSignEscapes },
  { without: 'the escapes of quotes', read: withoutQuoteEscapes },
  { without: 'HTML entities', read: withoutEntities },
]

const NUMBERED = /^\s*(\d+)(\t|→|: ?| ?\| ?)(.*)$/
const BARE_NUMBER = /^ {2,}(\d+)\s*$/

function withoutNumbers({ oldText, newText }: Pair): Pair | null {
  const lines = oldText.split('\n')
  const numbers: number[] = []
  const separators = new Set<string>()
  for (const line of lines) {
    if (line.trim() === '') continue
    const match = NUMBERED.exec(line)
    const number = match?.[1] ?? BARE_NUMBER.exec(line)?.[1]
    if (number === undefined) return null
    if (match?.[2] !== undefined) separators.add(match[2].trim() || match[2])
    numbers.push(Number(number))
  }
  if (separators.size !== 1) return null
  if (!numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))) return null
  const first = numbers[0] ?? 0
  const last = (numbers.at(-1) ?? 0) + newText.split('\n').length
  const strip = (line: string) => {
    const match = NUMBERED.exec(line)
    const number = Number(match?.[1] ?? BARE_NUMBER.exec(line)?.[1] ?? Number.NaN)
    if (!(number >= first && number <= last)) return line
    if (match === null) return ''
    return separators.has(match[2]?.trim() || (match[2] ?? '')) ? (match[3] ?? '') : line
  }
  const each = (text: string) => text.split('\n').map(strip).join('\n')
  return { oldText: each(oldText), newText: each(newText) }
}

function withoutFence({ oldText, newText }: Pair): Pair | null {
  const inner = insideFence(oldText)
  return inner === null ? null : { oldText: inner, newText: insideFence(newText) ?? newText }
}

function withoutMarks({ oldText, newText }: Pair): Pair | null {
  const old = unmarked(oldText, '-', '+')
  if (old === null) return null
  const fresh = newText === '' ? '' : unmarked(newText, '+', '-')
  return fresh === null ? null : { oldText: old, newText: fresh }
}

/** Keeps the lines of one side of a diff; null when a line has no mark. */
function unmarked(text: string, mine: string, other: string): string | null {
  const lines = text.split('\n')
  if (!lines.some((line) => line.startsWith(mine))) return null
  const kept: string[] = []
  for (const line of lines) {
    if (line.startsWith('@@') || line.startsWith(other)) continue
    if (line !== '' && !line.startsWith(mine) && !line.startsWith(' ')) return null
    kept.push(line.slice(1))
  }
  return kept.join('\n')
}

const MEANT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '' }

function withoutEscapes({ oldText, newText }: Pair): Pair | null {
  // Text with real line breaks has not been escaped as a whole.
  if (oldText.includes('\n') || newText.includes('\n')) return null
  return escapesRead({ oldText, newText }, /\\([ntr"'`$\\])/g)
}

function withoutSignEscapes(pair: Pair): Pair | null {
  return escapesRead(pair, /\\(["'`$\\])/g)
}

function withoutQuoteEscapes(pair: Pair): Pair | null {
  return escapesRead(pair, /\\(["'`])/g)
}

function escapesRead({ oldText, newText }: Pair, pattern: RegExp): Pair | null {
  const read = (text: string) => text.replace(pattern, (_, sign: string) => MEANT[sign] ?? sign)
  const old = read(oldText)
  return old === oldText ? null : { oldText: old, newText: read(newText) }
}

const ENTITY = /&(amp|lt|gt|quot|apos|#39|#x27);|\\u00(3c|3e|26|27|22)/gi
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  '3c': '<',
  '3e': '>',
  '26': '&',
  '27': "'",
  '22': '"',
}

function withoutEntities({ oldText, newText }: Pair): Pair | null {
  const read = (text: string) =>
    text.replace(ENTITY, (whole, entity?: string, code?: string) => {
      return ENTITIES[(entity ?? code ?? '').toLowerCase()] ?? whole
    })
  const old = read(oldText)
  return old === oldText ? null : { oldText: old, newText: read(newText) }
}
