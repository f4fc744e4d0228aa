import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'

/**
 * Reads a small TOML file. Every problem is one sentence with its place and never quotes a value. `name` is how the
 * file is called in it, and `noun` what its keys belong to.
 */
export async function parseToml<S extends z.ZodType>(
  schema: S,
  text: string,
  { name, noun }: { readonly name: string; readonly noun: string },
): Promise<z.output<S>> {
  const parsed = schema.safeParse(await tableOf(text, name))
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const place = (key: PropertyKey | undefined) => placeOf(text, name, key)
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown !== undefined) {
    const key = unknown.keys[0] ?? ''
    throw invalid(`Unsupported ${noun} key: ${key} (${place(key)}). Remove it or correct its spelling.`)
  }
  const [issue] = issues
  if (issue === undefined) throw invalid(`${name} cannot be used.`)
  const missing = issue.code === 'invalid_type' && /received undefined$/.test(issue.message)
  const said = missing
    ? 'is missing'
    : issue.code === 'invalid_union'
      ? 'is none that there is'
      : issue.message
  throw invalid(`${issue.path.map(String).join('.')} (${place(issue.path[0])}): ${said}.`)
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
    throw invalid(`${name}, line ${error.line}: ${first.replace(/^Invalid TOML document: /, '')}.`)
  }
}

function placeOf(text: string, name: string, key: PropertyKey | undefined): string {
  const at = text.split('\n').findIndex((line) => line.trimStart().split(/[\s=]/)[0] === key)
  return at < 0 ? name : `${name}, line ${at + 1}`
}

function invalid(message: string): AppError {
  return new AppError('config.invalid', message)
}
