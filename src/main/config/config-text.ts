import { parse, TomlError } from 'smol-toml'
import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { keyText } from './toml-edit.ts'
import { lineOf } from './toml-lines.ts'

const LONGEST = 1024 * 1024

/** Reads the text of a settings file. Every problem is one sentence with its place, and never quotes a value. */
export function parseConfig<S extends z.ZodType>(schema: S, text: string, name: string): z.infer<S> {
  if (text.length > LONGEST) throw invalid(`${name} is larger than 1 MiB; it cannot be a settings file.`)
  const data = tableOf(text, name)
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  const place = (path: readonly PropertyKey[]) => {
    const line = lineOf(
      text,
      path.filter((part) => typeof part !== 'symbol'),
    )
    return line === null ? name : `${name}, line ${line}`
  }
  if (unknown !== undefined) {
    const path = [...unknown.path, unknown.keys[0] ?? '']
    throw invalid(
      `Unsupported config key: ${dotted(path)} (${place(path)}). Remove it or correct its spelling.`,
    )
  }
  const [issue] = issues
  if (issue === undefined) throw invalid(`${name} cannot be used.`)
  throw invalid(`${dotted(issue.path)} (${place(issue.path)}): ${wordsFor(issue)}`)
}

function tableOf(text: string, name: string): unknown {
  try {
    // Some editors put a mark in front that is no part of the text.
    return plainObject(parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // Only the first line: the others quote the file, and somebody may have put a key there.
    const [first = ''] = error.message.split('\n')
    const reason = first.replace(/^Invalid TOML document: /, '')
    throw invalid(`${name}, line ${error.line}: ${reason}.`)
  }
}

/** The parser gives objects without a prototype, which compare as different from ordinary ones. */
export function plainObject(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainObject)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainObject(inner)]))
}

function wordsFor(issue: z.core.$ZodIssue): string {
  if (issue.path.at(-1) === 'apiKeyRef') {
    return 'must be "vault:<name>" or "env:<NAME>". A key itself never stands in this file; keep it in the vault.'
  }
  return `${issue.message}.`
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'string' ? keyText(part) : String(part))).join('.')
}

function invalid(message: string): AppError {
  return new AppError('config.invalid', message)
}
