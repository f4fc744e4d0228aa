/** Texts of a program of `sed` are not read beyond this length, in UTF-16 units. */
const LONGEST_SED = 4_000

const SEPARATORS = /[\s;}]*/y
const LINE = /(?:\d+|\$)(?:~\d+)?/y
const RANGE = /,[ \t]*(?:[+~]?\d+|\$)/y
const NEGATION = /[ \t]*!?[ \t]*/y
/** Commands without arguments, a number behind `q`, a label, and text up to the end of the line. */
const SIMPLE = /[pdDPNnhHgGxlF=]|[qQ]\d*|[bt:][ \t]*[A-Za-z]\w*(?=[\s;}]|$)|[bt](?=[\s;}]|$)/y
const TEXT = /[aic](?:[ \t]*\\\n)?[^\\\n]*(?=\n|$)/y
const FLAGS = /[gpiImM\d]*/y
const END = /[ \t]*(?=[;}\n]|$)/y
const DELIMITER = /[^\w\s\\]/

/**
 * Whether a program of `sed` is known to only print. Any command that is not in these lists may write a file or start
 * a program, and so may every text that versions of `sed` read differently.
 */
export function isPlainSed(script: string): boolean {
  if (script.length > LONGEST_SED) return false
  let at = after(SEPARATORS, script, 0)
  while (at < script.length) {
    const end = commandEnd(script, addressEnd(script, at))
    if (end === null) return false
    at = after(SEPARATORS, script, end)
  }
  return true
}

/** Returns the programs among the arguments of sed: those behind `-e`, or else the first word. */
export function sedScripts(rest: readonly string[]): readonly string[] {
  const given = rest.flatMap((word, at) =>
    /^(-[nErsuz]*e|--expression)$/.test(word) ? [rest[at + 1] ?? ''] : [],
  )
  return given.length > 0 ? given : [rest.find((word) => !word.startsWith('-')) ?? '']
}

/** Returns where a pattern that begins here ends; `at` where it does not match. */
function after(pattern: RegExp, script: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(script)?.[0].length ?? 0)
}

function addressEnd(script: string, start: number): number {
  let at = after(LINE, script, start)
  if (script.charAt(at) === '/') at = partEnd(script, at + 1, '/') ?? at
  if (at > start) {
    const isPattern = /^,[ \t]*\//.test(script.slice(at, at + 20))
    const from = script.indexOf('/', at) + 1
    at = isPattern ? (partEnd(script, from, '/') ?? at) : after(RANGE, script, at)
  }
  return after(NEGATION, script, at)
}

/** Returns the place behind a command, or null for one that is not known. */
function commandEnd(script: string, at: number): number | null {
  const name = script.charAt(at)
  if (name === '{') return at + 1
  if (name === 's' || name === 'y') {
    const delimiter = script.charAt(at + 1)
    if (!DELIMITER.test(delimiter)) return null
    const second = partEnd(script, at + 2, delimiter)
    const end = second === null ? null : partEnd(script, second, delimiter)
    return end === null ? null : endOf(script, name === 's' ? after(FLAGS, script, end) : end)
  }
  const text = after(TEXT, script, at)
  if (text > at) return text
  const end = after(SIMPLE, script, at)
  return end === at ? null : endOf(script, end)
}

function endOf(script: string, at: number): number | null {
  END.lastIndex = at
  return END.test(script) ? after(END, script, at) : null
}

/** Returns the place behind the delimiter that ends a part; null where there is none or versions of `sed` disagree. */
function partEnd(script: string, start: number, delimiter: string): number | null {
  for (let at = start; at < script.length; at += 1) {
    const character = script.charAt(at)
    if (character === '\\') at += 1
    else if (character === '\n') return null
    else if (character === delimiter) {
      // Some look for the delimiter behind the brackets.
      const part = script.slice(start, at)
      return part.lastIndexOf('[') > part.lastIndexOf(']') ? null : at + 1
    }
  }
  return null
}
