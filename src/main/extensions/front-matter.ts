import type { Document, Node, Pair } from 'yaml'
import type { z } from 'zod'
import { type SettingFile, settingProblems } from '#shared/config/setting-problem.ts'
import { AppError } from '#shared/errors.ts'
import { type SentenceName, say } from '#shared/sentences.ts'

/** More than this is no header. It also bounds how deep one can be nested. */
const LONGEST_HEADER = 16 * 1024

/** The parsed header of a file, and the text under it. */
export type FrontMatter<H> = { readonly header: H; readonly body: string }

type Path = readonly PropertyKey[]
type Header = { readonly data: unknown; readonly lineOf: (path: Path) => number | null }

type Named = { readonly name: string; readonly noun: SettingFile['noun'] }
type Looked<T> =
  | { readonly ok: true; readonly found: T }
  | { readonly ok: false; readonly problems: readonly AppError[] }

/**
 * Reads a Markdown file that begins with a header in YAML. Every problem is one sentence with its place and never
 * quotes a value. `name` is how the file is called in it, and `noun` what its keys belong to.
 */
export async function readFrontMatter<S extends z.ZodType>(
  schema: S,
  text: string,
  named: Named,
): Promise<FrontMatter<z.output<S>>> {
  const looked = await lookAt(schema, text, named)
  if (looked.ok) return looked.found
  throw looked.problems[0] ?? invalid(say('setting.unusable', { file: named.name }))
}

/** Everything that keeps a file from being read, a problem each; nothing when it can be. */
export async function frontMatterProblems(
  schema: z.ZodType,
  text: string,
  named: Named,
): Promise<readonly AppError[]> {
  const looked = await lookAt(schema, text, named)
  return looked.ok ? [] : looked.problems
}

async function lookAt<S extends z.ZodType>(
  schema: S,
  text: string,
  { name, noun }: Named,
): Promise<Looked<FrontMatter<z.output<S>>>> {
  const parts = split(text)
  if (parts === null) return wrong(say('header.none', { file: name, noun }))
  if (parts.header.length > LONGEST_HEADER) return wrong(say('header.tooLong', { file: name }))
  const yaml = await parseYaml(parts.header, name)
  if (!yaml.ok) return yaml
  const { data, lineOf } = yaml.found
  const parsed = schema.safeParse(data ?? {})
  if (parsed.success) return { ok: true, found: { header: parsed.data, body: parts.body } }
  const file = { file: name, noun, lineOf, keyText: dotted }
  return { ok: false, problems: settingProblems(parsed.error, file) }
}

function split(text: string): { header: string; body: string } | null {
  const found = /^---[ \t]*\n((?:[^\n]*\n)*?)---[ \t]*(?:\n|$)/.exec(text)
  if (found === null) return null
  return { header: found[1] ?? '', body: text.slice(found[0].length).trim() }
}

/** The parser is only loaded when there is something to parse, so that the app starts without it. */
async function parseYaml(text: string, name: string): Promise<Looked<Header>> {
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  // The header begins on the second line of its file.
  const lineAt = (offset: number) => lines.linePos(offset).line + 1
  try {
    const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
    const problems = [...parsed.errors, ...parsed.warnings].map(({ pos, message }) => {
      const line = String(lineAt(pos[0]))
      return invalid(say('setting.syntax', { file: name, line, what: firstLine(message) }))
    })
    if (problems.length > 0) return { ok: false, problems }
    // Aliases are forbidden, because nested ones can expand without limit.
    const data: unknown = parsed.toJS({ maxAliasCount: 0 })
    return { ok: true, found: { data, lineOf: (path) => lineIn(parsed, path, lineAt) } }
  } catch (error) {
    if (error instanceof ReferenceError) return wrong(say('header.aliases', { file: name }))
    if (error instanceof RangeError) return wrong(say('header.tooDeep', { file: name }))
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

const dotted = (path: Path): string => path.map(String).join('.')

function firstLine(message: string): string {
  const line = message.split('\n')[0]?.slice(0, 200) ?? ''
  return /[.!?]$/.test(line) ? line : `${line}.`
}

const wrong = (said: ReturnType<typeof say<SentenceName>>) => ({
  ok: false as const,
  problems: [invalid(said)],
})

const invalid = (said: ReturnType<typeof say<SentenceName>>) => AppError.saying('config.invalid', said)
