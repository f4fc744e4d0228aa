import { z } from 'zod'
import { COMMON_ARGS } from '../search/list-files.ts'
import type { FoundLine, GrepOutput } from './found-lines.ts'

export type GrepQuery = {
  readonly pattern: string
  readonly include: string | null
  readonly output: GrepOutput
  readonly context: number
  readonly ignoreCase: boolean
}

/** Ripgrep writes bytes in base64 where they are not UTF-8. */
const RipgrepText = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })])
const RipgrepLine = z.object({
  type: z.enum(['match', 'context']),
  data: z.object({ path: RipgrepText, lines: RipgrepText, line_number: z.number() }),
})

/** The arguments that search `place`, a path relative to the folder ripgrep runs in, or an absolute one. */
export function ripgrepArgs(query: GrepQuery, place: string): string[] {
  const { pattern, include, output, context, ignoreCase } = query
  // A name with brackets or braces may also mean a file of that very name, which ripgrep would leave out.
  const named = include !== null && /^[^/:[{]+$/.test(include)
  return [
    '--json',
    ...COMMON_ARGS,
    '--crlf',
    '--max-filesize=20M',
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(output === 'content' && context > 0 ? [`--context=${context}`] : []),
    ...(output === 'files' ? ['--max-count=1'] : []),
    // A type and not a glob: a glob would bring back what .gitignore leaves out.
    ...(named ? [`--type-add=wanted:${include}`, '--type=wanted'] : []),
    `--regexp=${pattern}`,
    '--',
    place,
  ]
}

/** One line of what ripgrep prints with `--json`, or null for one that says nothing about a line of a file. */
export function parseRipgrepLine(line: string): FoundLine | null {
  if (!/^\{"type":"(match|context)"/.test(line)) return null
  const parsed = RipgrepLine.safeParse(jsonOf(line))
  if (!parsed.success) return null
  const { type, data } = parsed.data
  const path = textOf(data.path).replace(/^\.\//, '')
  return { path, line: data.line_number, text: textOf(data.lines), isMatch: type === 'match' }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function textOf(text: z.infer<typeof RipgrepText>): string {
  return 'text' in text ? text.text : Buffer.from(text.bytes, 'base64').toString('latin1')
}
