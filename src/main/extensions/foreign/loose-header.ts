import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { type FrontMatter, readFrontMatter } from '../front-matter.ts'

type Named = Parameters<typeof readFrontMatter>[2]

/**
 * Reads the header of a file written for another program. Many of these hold plain text that is not YAML, such as
 * `argument-hint: [issue] [priority]`; such values count as text. A file without a header has an empty one.
 */
export async function readLooseHeader<S extends z.ZodType>(
  schema: S,
  text: string,
  named: Named,
): Promise<FrontMatter<z.output<S>>> {
  const whole = /^---[ \t]*(?:\n|$)/.test(text) ? text : `---\n---\n${text}`
  try {
    return await readFrontMatter(schema, whole, named)
  } catch (error) {
    const plain = withQuotedValues(whole)
    if (!(error instanceof AppError) || plain === whole) throw error
    // The first error names the line as its author wrote it.
    return await readFrontMatter(schema, plain, named).catch(() => Promise.reject(error))
  }
}

/** Puts every plain value of a header into quotes. */
function withQuotedValues(text: string): string {
  const end = text.indexOf('\n---', 3)
  if (end < 0) return text
  const header = text
    .slice(0, end)
    .split('\n')
    .map((line) => {
      const [, key, value = ''] = /^([A-Za-z][\w-]*):[ \t]+(.*\S)[ \t]*$/.exec(line) ?? []
      return key === undefined || /^["'|>]/.test(value) ? line : `${key}: ${JSON.stringify(value)}`
    })
    .join('\n')
  return header + text.slice(end)
}
