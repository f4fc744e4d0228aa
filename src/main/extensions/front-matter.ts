import type { Document, Node, Pair } from 'yaml'
import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'

/** More than this is no header. It also bounds how deep one can be nested. */
const LONGEST_HEADER = 16 * 1024

/** The parsed header of a file, and the text under it. */
export type FrontMatter<H> = { readonly header: H; readonly body: string }

type Path = readonly PropertyKey[]
type Header = { readonly data: unknown; readonly lineOf: (path: Path) => number | null }

/**
 * Reads a Markdown file that begins with a header in YAML. Every problem is one sentence with its place and never
 * quotes a value. `name` is how the file is called in it, and `noun` what its keys belong to.
 */
export async function readFrontMatter<S extends z.ZodType>(
  schema: S,
  text: string,
  { name, noun }: { readonly name: string; readonly noun: string },
): Promise<FrontMatter<z.output<S>>> {
  const parts = split(text)
  if (parts === null) {
    throw invalid(`${name} has no header. Begin it with a line ---, the keys of the ${noun}, and a line ---.`)
  }
  if (parts.header.length > LONGEST_HEADER) throw invalid(`The header of ${name} is longer than 16 KiB.`)
  const { data, lineOf } = await parseYaml(parts.header, name)
  const parsed = schema.safeParse(data ?? {})
  if (parsed.success) return { header: parsed.data, body: parts.body }
  throw invalid(sentence(parsed.error, noun, (path) => placeOf(name, lineOf(path))))
}

function sentence({ issues }: z.ZodError, noun: string, place: (path: Path) => string): string {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown !== undefined) {
    const path = [...unknown.path, unknown.keys[0] ?? '']
    return `Unsupported ${noun} key: ${dotted(path)} (${place(path)}). Remove it or correct its spelling.`
  }
  const [issue] = issues
  if (issue === undefined) return `${place([])} cannot be used.`
  if (issue.path.length === 0) return `${place([])}: the header must be keys with values.`
  const missing = issue.code === 'invalid_type' && /received undefined$/.test(issue.message)
  return `${dotted(issue.path)} (${place(issue.path)}): ${missing ? 'is missing' : issue.message}.`
}

function split(text: string): { header: string; body: string } | null {
  const found = /^---[ \t]*\n((?:[^\n]*\n)*?)---[ \t]*(?:\n|$)/.exec(text)
  if (found === null) return null
  return { header: found[1] ?? '', body: text.slice(found[0].length).trim() }
}

/** The parser is only loaded when there is something to parse, so that the app starts without it. */
async function parseYaml(text: string, name: string): Promise<Header> {
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  // The header begins on the second line of its file.
  const lineAt = (offset: number) => lines.linePos(offset).line + 1
  try {
    const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
    const [problem] = [...parsed.errors, ...parsed.warnings]
    if (problem !== undefined) {
      throw invalid(`${placeOf(name, lineAt(problem.pos[0]))}: ${firstLine(problem.message)}`)
    }
    // A text that stands for another one elsewhere can grow without end.
    const data: unknown = parsed.toJS({ maxAliasCount: 0 })
    return { data, lineOf: (path) => lineIn(parsed, path, lineAt) }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof ReferenceError) throw invalid(`${name}: names for parts (&, *) cannot be used here.`)
    if (error instanceof RangeError) throw invalid(`The header of ${name} is nested too deeply.`)
    throw error
  }
}

/** The line of the deepest part of a path that is in the file. */
function lineIn(document: Document.Parsed, path: Path, lineAt: (offset: number) => number): number | null {
  let line: number | null = null
  let node: unknown = document.contents
  for (const part of path) {
    const items = itemsOf(node)
    const found =
      typeof part === 'number' ? items[part] : items.find((item) => isPair(item) && keyOf(item) === part)
    if (found === undefined) break
    const marked = isPair(found) ? found.key : found
    const range = (marked as Node | null)?.range
    if (range !== undefined && range !== null) line = lineAt(range[0])
    node = isPair(found) ? found.value : found
  }
  return line
}

function itemsOf(node: unknown): readonly unknown[] {
  const items = (node as { items?: unknown } | null | undefined)?.items
  return Array.isArray(items) ? items : []
}

function isPair(item: unknown): item is Pair<{ value?: unknown }, unknown> {
  return typeof item === 'object' && item !== null && 'key' in item
}

const keyOf = ({ key }: Pair<{ value?: unknown }, unknown>): unknown => key?.value

const placeOf = (name: string, line: number | null): string =>
  line === null ? name : `${name}, line ${line}`

/** The line that a problem of a file names; 1 when it names none. */
export function lineOfProblem(name: string, message: string): number {
  const at = message.indexOf(`${name}, line `)
  return at < 0 ? 1 : Number.parseInt(message.slice(at + name.length + ', line '.length), 10)
}

const dotted = (path: Path): string => path.map(String).join('.')

function firstLine(message: string): string {
  const line = message.split('\n')[0]?.slice(0, 200) ?? ''
  return /[.!?]$/.test(line) ? line : `${line}.`
}

function invalid(message: string): AppError {
  return new AppError('config.invalid', message)
}
