import { parse, TomlError } from 'smol-toml'
import type { z } from 'zod'
import { settingProblem } from '#shared/config/setting-problem.ts'
import { AppError } from '#shared/errors.ts'
import { type SentenceName, say } from '#shared/sentences.ts'
import { keyText } from './toml-edit.ts'
import { lineOf } from './toml-lines.ts'

const LONGEST = 1024 * 1024

/** Reads the text of a settings file. Every problem is one sentence with its place, and never quotes a value. */
export function parseConfig<S extends z.ZodType>(schema: S, text: string, name: string): z.infer<S> {
  if (text.length > LONGEST) throw invalid(say('setting.tooLarge', { file: name }))
  const data = tableOf(text, name)
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw settingProblem(parsed.error, {
    file: name,
    noun: 'config',
    keyText: dotted,
    lineOf: (path) =>
      lineOf(
        text,
        path.filter((part) => typeof part !== 'symbol'),
      ),
  })
}

function tableOf(text: string, name: string): unknown {
  try {
    // Some editors put a mark in front that is no part of the text.
    return plainObject(parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // First line only: the others quote the file, which may contain a key.
    const [first = ''] = error.message.split('\n')
    const reason = first.replace(/^Invalid TOML document: /, '')
    throw invalid(say('setting.syntax', { file: name, line: String(error.line), what: `${reason}.` }))
  }
}

/** The parser gives objects without a prototype, which compare as different from ordinary ones. */
export function plainObject(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainObject)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainObject(inner)]))
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'string' ? keyText(part) : String(part))).join('.')
}

const invalid = (said: ReturnType<typeof say<SentenceName>>) => AppError.saying('config.invalid', said)
