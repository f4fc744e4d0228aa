import { parse, TomlError } from 'smol-toml'

/** A line that opens a table or sets a key. `path` is whole, with a number for an element of an array. */
export type TomlMark = {
  readonly line: number
  readonly kind: 'table' | 'key'
  readonly path: readonly (string | number)[]
}

/**
 * Finds the lines of a TOML text that have a name. Text over several lines is passed over. It is only used to
 * point at a line or to change one, and what it changes is parsed again before it counts.
 */
export function marksOf(lines: readonly string[]): TomlMark[] {
  const marks: TomlMark[] = []
  const counts = new Map<string, number>()
  let table: readonly (string | number)[] = []
  let closing: string | null = null
  for (const [line, text] of lines.entries()) {
    if (closing !== null) {
      if (text.includes(closing)) closing = null
      continue
    }
    const header = /^\s*(\[\[?)([^[\]].*?)\]\]?\s*(?:#.*)?$/.exec(text)
    const key = /^((?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_.\s-])+)=/.exec(text)
    if (header !== null) {
      const path = pathIn(`[${header[2]}]`)
      if (path === null) continue
      table = header[1] === '[[' ? [...path, countOf(path, counts)] : path
      marks.push({ line, kind: 'table', path: table })
    } else if (key !== null) {
      const path = pathIn(`${key[1]?.trim()} = 0`)
      if (path !== null) marks.push({ line, kind: 'key', path: [...table, ...path] })
    }
    closing = opens(text)
  }
  return marks
}

/** The number, from one, of the line that sets `path`, or of the nearest thing around it. */
export function lineOf(text: string, path: readonly (string | number)[]): number | null {
  const marks = marksOf(text.split('\n'))
  for (let length = path.length; length > 0; length--) {
    const wanted = path.slice(0, length)
    const mark = marks.find((candidate) => samePath(candidate.path, wanted))
    if (mark !== undefined) return mark.line + 1
  }
  return null
}

export function samePath(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index])
}

function countOf(path: readonly string[], counts: Map<string, number>): number {
  const name = JSON.stringify(path)
  const count = counts.get(name) ?? 0
  counts.set(name, count + 1)
  return count
}

/** Lets the parser take a dotted name apart, quotes and all. */
function pathIn(text: string): string[] | null {
  const path: string[] = []
  try {
    let at: unknown = parse(text)
    while (typeof at === 'object' && at !== null) {
      const [entry] = Object.entries(at)
      if (entry === undefined) break
      path.push(entry[0])
      at = entry[1]
    }
  } catch (error) {
    if (error instanceof TomlError) return null
    throw error
  }
  return path.length === 0 ? null : path
}

/** Whether a text over several lines starts here, and what ends it. */
function opens(text: string): string | null {
  for (const quotes of ['"""', "'''"]) {
    if (text.split(quotes).length % 2 === 0) return quotes
  }
  return null
}
