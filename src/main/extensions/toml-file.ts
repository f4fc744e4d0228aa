import type { z } from 'zod'
import { type SettingFile, settingProblem } from '#shared/config/setting-problem.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

/**
 * Reads a small TOML file. Every problem is one sentence with its place and never quotes a value. `name` is how the
 * file is called in it, and `noun` what its keys belong to.
 */
export async function parseToml<S extends z.ZodType>(
  schema: S,
  text: string,
  { name, noun }: { readonly name: string; readonly noun: SettingFile['noun'] },
): Promise<z.output<S>> {
  const parsed = schema.safeParse(await tableOf(text, name))
  if (parsed.success) return parsed.data
  throw settingProblem(parsed.error, {
    file: name,
    noun,
    keyText: (path) => path.map(String).join('.'),
    lineOf: ([key]) => lineOf(text, key),
  })
}

/** The parser is only loaded when there is something to parse, so that the app starts without it. */
async function tableOf(text: string, name: string): Promise<unknown> {
  const { parse, TomlError } = await import('smol-toml')
  try {
    // The parser gives an object without a prototype, which compares as different from an ordinary one.
    return { ...parse(text.replace(/^\uFEFF/, '')) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // Only the first line: the others quote the file.
    const [first = ''] = error.message.split('\n')
    const what = `${first.replace(/^Invalid TOML document: /, '')}.`
    throw AppError.saying(
      'config.invalid',
      say('setting.syntax', { file: name, line: String(error.line), what }),
    )
  }
}

function lineOf(text: string, key: PropertyKey | undefined): number | null {
  const at = text.split('\n').findIndex((line) => line.trimStart().split(/[\s=]/)[0] === key)
  return at < 0 ? null : at + 1
}
