import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { CodeAnswer, CodePlace, CodeSymbol } from '#shared/problems/code-question.ts'

const Position = z.object({ line: z.number().int().nonnegative(), character: z.number().int().nonnegative() })
const Range = z.object({ start: Position })

/** A place in the protocol. Lines and columns count from 0. */
const Location = z.union([
  z.object({ uri: z.string(), range: Range }).transform(({ uri, range }) => ({ uri, at: range.start })),
  z
    .object({ targetUri: z.string(), targetSelectionRange: Range })
    .transform(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, at: targetSelectionRange.start })),
])

const Named = z.object({ name: z.string(), kind: z.number().int() })
/** A symbol of a file that can have symbols in it. */
const Nested = Named.extend({ selectionRange: Range, children: z.nullish(z.array(z.unknown())) })
/** A symbol of a file or a project in a flat list. Newer servers may leave the range out. */
const Flat = Named.extend({
  location: z.object({ uri: z.string(), range: z.nullish(Range) }),
  containerName: z.nullish(z.string()),
})

const Marked = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
const Hover = z.object({ contents: z.union([Marked, z.array(Marked)]) })

/** Places, symbols and characters that are read of one answer. */
const MOST_PLACES = 2_000
const MOST_SYMBOLS = 2_000
const MOST_DEPTH = 8
const LONGEST_NAME = 200
const LONGEST_TEXT = 20_000

/** The names of the protocol for the kinds of symbols, from 1. */
const KINDS = [
  ...['file', 'module', 'namespace', 'package', 'class', 'method', 'property', 'field', 'constructor'],
  ...['enum', 'interface', 'function', 'variable', 'constant', 'string', 'number', 'boolean', 'array'],
  ...['object', 'key', 'null', 'enum member', 'struct', 'event', 'operator', 'type parameter'],
]

/** Reads an answer with places. Entries that do not fit the protocol are left out. */
export function readPlaces(answer: unknown): CodeAnswer {
  const given = answer === null || answer === undefined ? [] : Array.isArray(answer) ? answer : [answer]
  const places = given.slice(0, MOST_PLACES).flatMap((each): readonly CodePlace[] => {
    const read = Location.safeParse(each)
    return read.success ? placeAt(read.data.uri, read.data.at) : []
  })
  return { kind: 'places', places, more: Math.max(0, given.length - MOST_PLACES) }
}

/** Reads an answer with symbols. `path` is the file of those that name none. */
export function readSymbols(answer: unknown, path: string | null): CodeAnswer {
  const given = Array.isArray(answer) ? answer : []
  const symbols: CodeSymbol[] = []
  const own = path === null ? null : pathToFileURL(path).href
  // Read from the end of a stack, so that a deep answer cannot exhaust that of the program.
  const stack = given.map((symbol: unknown) => ({ symbol, depth: 0, container: nothing() })).toReversed()
  while (symbols.length < MOST_SYMBOLS) {
    const next = stack.pop()
    if (next === undefined) break
    const read = symbolOf(next.symbol, own)
    if (read === null) continue
    const { children, container, ...symbol } = read
    symbols.push({ ...symbol, depth: next.depth, container: container ?? next.container })
    if (next.depth >= MOST_DEPTH) continue
    const inside = children.map((child) => ({
      symbol: child,
      depth: next.depth + 1,
      container: symbol.name,
    }))
    stack.push(...inside.slice(0, MOST_SYMBOLS).toReversed())
  }
  return { kind: 'symbols', symbols, more: stack.length }
}

/** Reads the answer to a hover; an empty text where there is nothing to say. */
export function readHover(answer: unknown): CodeAnswer {
  const read = Hover.safeParse(answer)
  const parts = read.success ? [read.data.contents].flat() : []
  const text = parts.map((part) => part.slice(0, LONGEST_TEXT)).join('\n\n')
  return { kind: 'text', text: printable(text).slice(0, LONGEST_TEXT).trim() }
}

const nothing = (): string | null => null

function symbolOf(symbol: unknown, own: string | null) {
  const nested = own === null ? null : Nested.safeParse(symbol)
  if (own !== null && nested?.success) {
    const { name, kind, selectionRange, children } = nested.data
    const [place] = placeAt(own, selectionRange.start)
    return place === undefined
      ? null
      : { ...place, ...named(name, kind), container: null, children: children ?? [] }
  }
  const flat = Flat.safeParse(symbol)
  if (!flat.success) return null
  const { name, kind, location, containerName } = flat.data
  const [place] = placeAt(location.uri, location.range?.start ?? { line: 0, character: 0 })
  const container = (containerName ?? '') === '' ? null : oneLine(containerName ?? '')
  return place === undefined ? null : { ...place, ...named(name, kind), container, children: [] }
}

const named = (name: string, kind: number) => ({ name: oneLine(name), kind: KINDS[kind - 1] ?? 'symbol' })

/** Returns the place of a URI; nothing for one that names no file of this system. */
function placeAt(uri: string, { line, character }: z.infer<typeof Position>): readonly CodePlace[] {
  if (!uri.startsWith('file:')) return []
  try {
    return [{ path: fileURLToPath(uri), line: line + 1, column: character + 1 }]
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return []
    throw error
  }
}

const oneLine = (text: string): string =>
  text
    .slice(0, LONGEST_NAME)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()

/** Removes control and format characters, which could hide text or steer a terminal. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '')
