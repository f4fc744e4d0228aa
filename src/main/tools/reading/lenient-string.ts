/** The context of a string, for telling its end from an unescaped quote inside. */
type StringPlace = {
  readonly role: 'key' | 'value'
  readonly depth: number
  readonly within: 'nothing' | 'object' | 'list'
  readonly isKey: (name: string) => boolean
  readonly tail: number | null
}

const NAME_NEXT = /\s*["'“]([\w$-]{1,64})["'”]\s*:/y
const VALUE_NEXT = /\s*["'“{[\d-]/y
const SPACE = /\s*/y

/**
 * Finds the quote that closes a string; null where none does. With a `tail`, quotes inside need not be escaped: the
 * string ends only where what follows can follow a string. Text that was cut then has no end.
 */
export function endOfString(text: string, from: number, quote: string, place: StringPlace): number | null {
  let inside = 0
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === quote) {
      // Quotes inside come in pairs. One that is alone may be where the text was cut.
      if (place.tail === null || (inside % 2 === 0 && isEnd(text, at, place))) return at
      inside += 1
    }
  }
  return null
}

function isEnd(text: string, at: number, place: StringPlace): boolean {
  const { role, depth, within, isKey, tail } = place
  SPACE.lastIndex = at + 1
  const next = at + 1 + (SPACE.exec(text)?.[0].length ?? 0)
  const sign = text[next]
  if (role === 'key') return sign === ':'
  // Nothing but closing signs follows. Without any the text may have been cut behind an inner quote.
  if (tail !== null && at + 1 >= tail) return sign !== undefined
  if (sign === ',') {
    const name = matchAt(NAME_NEXT, text, next + 1)?.[1]
    if (name !== undefined) return depth > 1 || isKey(name)
    return within === 'list' && matchAt(VALUE_NEXT, text, next + 1) !== null
  }
  if (depth < 2 || (sign !== '}' && sign !== ']')) return false
  return /[\s,}\]]/.test(text[next + 1] ?? '')
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const SIGNS: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  "'": "'",
  '`': '`',
  '\n': '\n',
}

/**
 * Decodes a JSON string. A backslash before a character that JSON does not escape is kept, as in `\d`; `\b`
 * and `\f` in the same string are then literal too.
 */
export function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw
  const isForeign = hasForeignEscape(raw)
  // A path of Windows, whose backslashes are all meant as written.
  if (isForeign && /^[A-Za-z]:\\[^\\]/.test(raw)) return raw.replaceAll('\\\\', '\\')
  let text = ''
  let from = 0
  for (let at = raw.indexOf('\\'); at !== -1; at = raw.indexOf('\\', from)) {
    const sign = raw[at + 1] ?? ''
    const code = sign === 'u' ? raw.slice(at + 2, at + 6) : ''
    const isCode = /^[0-9a-fA-F]{4}$/.test(code)
    const isMeant = isForeign && (sign === 'b' || sign === 'f')
    const meaning = isCode
      ? String.fromCharCode(Number.parseInt(code, 16))
      : isMeant
        ? undefined
        : SIGNS[sign]
    text += raw.slice(from, at) + (meaning ?? `\\${sign}`)
    from = at + (isCode ? 6 : 2)
  }
  return text + raw.slice(from)
}

function hasForeignEscape(raw: string): boolean {
  for (let at = raw.indexOf('\\'); at !== -1; at = raw.indexOf('\\', at + 2)) {
    const sign = raw[at + 1] ?? ''
    if (SIGNS[sign] === undefined && sign !== 'u') return true
  }
  return false
}
