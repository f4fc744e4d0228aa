import { parseJson } from '#shared/parse-json.ts'
import { type JsonFault, readLenient } from './lenient-json.ts'
import { unescaped } from './lenient-string.ts'

/**
 * The parsed arguments: one value, or several objects written in a row. `isPlain`: the text is valid JSON of
 * that one value.
 */
export type ArgumentsRead =
  | { readonly ok: true; readonly values: readonly unknown[]; readonly isPlain: boolean }
  | { readonly ok: false; readonly fault: JsonFault }

export type ArgumentsOptions = {
  /** Whether a name may be an argument of the tool; every name may where the tool is not known. */
  readonly isKey?: (name: string) => boolean
  /** Whether the answer stopped at its length limit. Then nothing that is not whole is read. */
  readonly isCut?: boolean
}

/** Maximum nested encodings of arguments, and maximum objects in a row. */
const MOST_LAYERS = 3
const MOST_OBJECTS = 50

/**
 * Reads the arguments a model wrote: JSON, or what is nearly JSON. Text that is JSON is read as JSON and nothing else.
 * Text that was cut is never completed.
 */
export function readArguments(text: string, options: ArgumentsOptions = {}): ArgumentsRead {
  return layer(text, { isKey: () => true, isCut: false, ...options }, 0)
}

type Options = Required<ArgumentsOptions>

function layer(text: string, options: Options, layers: number): ArgumentsRead {
  if (text.trim() === '') return plain({})
  const strict = jsonOf(text)
  if (strict === undefined) {
    if (options.isCut)
      return repeatedObject(text, options) ?? failed({ kind: 'cut', at: text.length, what: 'the text ends' })
    return nearlyJson(text, options, layers)
  }
  if (strict === null) return one({})
  if (typeof strict !== 'string' || layers >= MOST_LAYERS || !/^\s*"?\s*(?:[{[]|```|null\s*$)/.test(strict)) {
    return plain(strict)
  }
  const inner = layer(strict, options, layers + 1)
  if (inner.ok) return { ...inner, isPlain: false }
  // A text such as `[slug]/page.ts` only begins like JSON.
  return strict.trimStart().startsWith('[') ? plain(strict) : inner
}

function nearlyJson(text: string, options: Options, layers: number): ArgumentsRead {
  const start = text.search(/[{[]/)
  if (start === -1) return failed({ kind: 'broken', at: 0, what: 'there is no object' })
  // The whole object was escaped once more than it should be, with or without quotes around it.
  if (layers < MOST_LAYERS && /^[{[]\s*\\+["']/.test(text.slice(start, start + 40))) {
    return layer(unescaped(withoutQuotes(text, start)), options, layers + 1)
  }
  const several = severalObjects(text, start, options)
  // After a complete object, trailing text is ambiguous, so either reading is a guess.
  if (several.ok || several.isGuess) return several
  const tail = tailOf(text)
  const read = readLenient(text, start, { ...options, tail })
  if (read.ok && read.end >= tail) return one(read.value)
  return failed(!read.ok && read.fault.kind === 'cut' ? read.fault : several.fault)
}

/** A whole object that was cut while the model wrote it once more. Null for any other text. */
function repeatedObject(text: string, options: Options): ArgumentsRead | null {
  const start = text.length - text.trimStart().length
  if (text[start] !== '{') return null
  const read = readLenient(text, start, { ...options, tail: null })
  if (!read.ok) return null
  const first = text.slice(start, read.end)
  const rest = text.slice(read.end).trim()
  const value = jsonOf(first)
  return value === undefined || rest === '' || !first.startsWith(rest) ? null : one(value)
}

type Several = ArgumentsRead & { readonly isGuess: boolean }

/** Reads objects that follow one another. One that is repeated counts once. */
function severalObjects(text: string, start: number, options: Options): Several {
  const found = new Map<string, unknown>()
  let isWhole = false
  const isOver = (): Several => ({ ok: true, values: [...found.values()], isPlain: false, isGuess: false })
  const fails = (fault: JsonFault): Several => ({ ok: false, fault, isGuess: isWhole })
  for (let at = start, count = 0; count < MOST_OBJECTS; count += 1) {
    const read = readLenient(text, at, { ...options, tail: null })
    if (!read.ok) {
      const isRepeated = count > 0 && text.startsWith(text.slice(at).trimEnd(), start)
      return isRepeated ? isOver() : fails(read.fault)
    }
    const rest = restAfter(text, read.end)
    const isLast = text[rest] !== '{'
    found.set(isLast && count === 0 ? '' : JSON.stringify(read.value), read.value)
    if (isLast && rest >= text.length) return isOver()
    isWhole ||= isJson(text.slice(at, read.end))
    if (isLast) {
      if (isWhole && !BELONGS_TO_IT.test(text.slice(rest))) return isOver()
      return fails({ kind: 'broken', at: rest, what: 'text follows the object' })
    }
    at = rest
  }
  return fails({ kind: 'broken', at: start, what: 'there are too many objects' })
}

/** Words may follow an object, but nothing that could be a part of it. */
const BELONGS_TO_IT = /["{}[\]\\]/

const CLOSING = /[\s,;}\])]*(?:```|<\/?\|?[\w|]{1,40}>)?/y

/** Returns the position of the first text other than closing signs, fences and tags. */
function restAfter(text: string, from: number): number {
  for (let at = from; ; ) {
    CLOSING.lastIndex = at
    const length = CLOSING.exec(text)?.[0].length ?? 0
    if (length === 0) return at
    at += length
  }
}

const isJson = (text: string): boolean => jsonOf(text) !== undefined

/** Returns the position of the closing signs at the end of a text. */
function tailOf(text: string): number {
  let end = text.trimEnd().length
  for (;;) {
    const before = end
    const tag = /(?:```|<\/?\|?[\w|]{1,40}>)\s*$/.exec(text.slice(Math.max(0, end - 60), end))
    if (tag !== null) end -= tag[0].length
    while (end > 0 && /[\s,;}\])]/.test(text[end - 1] ?? '')) end -= 1
    if (end === before) return end
  }
}

function withoutQuotes(text: string, start: number): string {
  const quote = text[start - 1]
  const end = text.trimEnd()
  return quote === '"' && end.endsWith('"') ? end.slice(start, -1) : text.slice(start)
}

/** Undefined where it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const plain = (value: unknown): ArgumentsRead => ({ ok: true, values: [value], isPlain: true })
const one = (value: unknown): ArgumentsRead => ({ ok: true, values: [value], isPlain: false })
const failed = (fault: JsonFault): ArgumentsRead => ({ ok: false, fault })
