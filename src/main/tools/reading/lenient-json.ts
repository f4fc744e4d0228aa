import { endOfString, unescaped } from './lenient-string.ts'

/** The position where a text stops being valid JSON. `cut`: it ends too early. */
export type JsonFault = {
  readonly kind: 'cut' | 'broken'
  /** Counted from 0, in UTF-16 units. */
  readonly at: number
  /** Worded to follow "at character 5". */
  readonly what: string
}

/** A value, and the offset of the text after it. */
export type LenientRead =
  | { readonly ok: true; readonly value: unknown; readonly end: number }
  | { readonly ok: false; readonly fault: JsonFault }

export type LenientOptions = {
  /** Whether a name may belong to the outermost object. It tells an inner quote from the end of a string. */
  readonly isKey: (name: string) => boolean
  /** The position after which only closing signs follow; null treats every quote as the end of its string. */
  readonly tail: number | null
}

/** Maximum nesting of a value, as in `parseJson`. */
const DEEPEST = 500

const SPACE = /[\s\u200b\ufeff]*/y
const SPACE_AND_COMMAS = /[\s,\u200b\ufeff]*/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /(?:true|false|null|none|nil|undefined)(?![\w./-])/iy
const BARE_KEY = /[A-Za-z_$-][\w$-]{0,63}/y
const BARE_VALUE = /[A-Za-z_./@*~][\w./@*~-]{0,299}(?=\s*[,}\]])/y
const OPENING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’' }

class Unreadable extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.what)
    this.fault = fault
  }
}

/**
 * Reads one JSON value that has the slips of models: other quotes, raw line breaks, missing or spare commas, words of
 * Python, missing closing brackets. It never closes a string, so a text that was cut stays unreadable. Takes linear time.
 */
export function readLenient(text: string, start: number, options: LenientOptions): LenientRead {
  const reader = createReader(text, options)
  try {
    const value = reader.value(start, { depth: 0, within: 'nothing' })
    return { ok: true, value, end: reader.position() }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, fault: error.fault }
    throw error
  }
}

type Place = { readonly depth: number; readonly within: 'nothing' | 'object' | 'list' }

function createReader(text: string, options: LenientOptions) {
  let at = 0

  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  const fail = (kind: JsonFault['kind'], what: string, where = at): never => {
    throw new Unreadable({ kind, at: where, what })
  }
  const isOver = (): boolean => at >= text.length

  const stringAt = (role: 'key' | 'value', place: Place): string => {
    const from = at
    const quote = OPENING[text[at] ?? ''] ?? '"'
    const end = endOfString(text, from, quote, { ...options, role, ...place })
    if (end === null) return fail('cut', 'a string is not closed', from)
    at = end + 1
    return unescaped(text.slice(from + 1, end))
  }

  const key = (place: Place): string => {
    if (OPENING[text[at] ?? ''] !== undefined) return stringAt('key', place)
    const bare = skip(BARE_KEY)
    return bare === '' ? fail('broken', 'the name of an argument was expected') : bare
  }

  /** Whether the name of another member follows although the comma before it is missing. */
  const isNextMember = ({ depth }: Place): boolean => {
    const found = /["'“]?([\w$-]{1,64})["'”]?\s*:/y
    found.lastIndex = at
    const name = found.exec(text)?.[1]
    return name !== undefined && (depth > 1 || options.isKey(name))
  }

  const object = (place: Place): unknown => {
    const members: [string, unknown][] = []
    for (;;) {
      const between = skip(SPACE_AND_COMMAS)
      if (isOver()) return isWhole(members, between) ? entries(members) : fail('cut', 'the text ends')
      if (text[at] === '}') break
      // The closing bracket of the surrounding list also closes this object.
      if (text[at] === ']' && place.depth > 1) return entries(members)
      if (members.length > 0 && !between.includes(',') && !isNextMember(place))
        fail('broken', 'a comma or a closing brace is missing')
      const name = key(place)
      skip(SPACE)
      if (isOver()) fail('cut', 'the text ends')
      if (text[at] !== ':') fail('broken', 'a colon is missing')
      at += 1
      members.push([name, value(at, { depth: place.depth, within: 'object' })])
    }
    at += 1
    return entries(members)
  }

  const list = (place: Place): unknown => {
    const items: unknown[] = []
    for (;;) {
      const between = skip(SPACE_AND_COMMAS)
      if (isOver()) return isWhole(items, between) ? items : fail('cut', 'the text ends')
      if (text[at] === ']') break
      if (text[at] === '}' && place.depth > 1) return items
      items.push(value(at, { depth: place.depth, within: 'list' }))
    }
    at += 1
    return items
  }

  const value = (from: number, place: Place): unknown => {
    at = from
    skip(SPACE)
    if (isOver()) return fail('cut', 'the text ends')
    const first = text[at] ?? ''
    if (first === '{' || first === '[') {
      if (place.depth >= DEEPEST) return fail('broken', 'the value nests too deep')
      at += 1
      const inner = { depth: place.depth + 1, within: place.within }
      return first === '{' ? object(inner) : list(inner)
    }
    if (OPENING[first] !== undefined) return stringAt('value', place)
    const number = skip(NUMBER)
    if (number !== '') return Number(number)
    const word = skip(WORD)
    if (word !== '') return WORDS[word.toLowerCase()] ?? null
    const bare = skip(BARE_VALUE)
    if (bare !== '') return bare
    return fail(/^[A-Za-z]+$/.test(text.slice(at, at + 20)) ? 'cut' : 'broken', 'a value was expected')
  }

  return { value, position: () => at }
}

/** Whether only the closing sign is missing at the end of a text; a comma or nothing at all means that more was to come. */
function isWhole(held: readonly unknown[], between: string): boolean {
  return held.length > 0 && !between.includes(',')
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false }

/** Names such as `__proto__` become plain members. */
function entries(members: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(members)
}
