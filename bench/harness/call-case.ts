import { type Move, type WrittenCall, written } from './emission.ts'
import type { Files } from './lab-files.ts'

/** A call, or several in one answer, and what the model means by it. */
export type CallCase = {
  readonly name: string
  /** What is called before, without a mistake. */
  readonly before: readonly Move[]
  readonly sent: {
    readonly calls?: readonly WrittenCall[]
    readonly text?: string
    readonly reasoning?: string
    readonly finish?: 'length'
  }
  /** The calls that do what is meant; null where nothing can be meant and a hint is wanted. */
  readonly meant: readonly Move[] | null
  /** Words that the result must have instead of the words of the meant call. */
  readonly shows?: readonly string[]
  /** What a refusal must name. */
  readonly hint: RegExp
}

export const SETTINGS = `import { readFile } from 'node:fs/promises'

export const DEFAULTS = {
  retries: 3,
  timeout: 1_000,
}

export async function readSettings(path: string) {
  const text = await readFile(path, 'utf8')
  return { ...DEFAULTS, ...JSON.parse(text) }
}
`

/** The project that calls are made in. */
export const CALL_FILES: Files = {
  'src/settings.ts': SETTINGS,
  'src/util/strings.ts': `export function shout(text: string) {\n  return text.toUpperCase()\n}\n`,
  'docs/guide.md': '# Guide\n\nStart here.\n',
  'docs/plan.md': '# Plan\n\n1. Measure\n2. Change\n',
  'data.json': '{\n  "name": "shop",\n  "open": true\n}\n',
}

export const PATH = 'src/settings.ts'
export const READ: Move = { tool: 'read', args: { path: PATH } }
export const EDIT_ARGS = { path: PATH, old_text: '  retries: 3,', new_text: '  retries: 5,' }
export const EDIT: Move = { tool: 'edit', args: EDIT_ARGS }

/** Builds a case with one call. Arguments that are no text are written as JSON. */
export function callCase(
  name: string,
  [tool, args]: readonly [tool: string, args: unknown],
  meant: Move | readonly Move[] | null,
  hint: RegExp,
  shows?: readonly string[],
): CallCase {
  const call = typeof args === 'string' ? { name: tool, args } : written({ tool, args: args as Move['args'] })
  const moves = meant === null || Array.isArray(meant) ? (meant as readonly Move[] | null) : [meant as Move]
  const changes = moves?.some((move) => move.tool === 'edit') ?? true
  return {
    name,
    before: changes ? [READ] : [],
    sent: { calls: [call] },
    meant: moves,
    hint,
    ...(shows === undefined ? {} : { shows }),
  }
}
