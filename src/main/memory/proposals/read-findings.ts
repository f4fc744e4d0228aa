import { z } from 'zod'
import { MEMORY_LIMITS, MemoryText } from '#shared/memory/memory.ts'
import { parseJson } from '#shared/parse-json.ts'

/** A finding of a model, with the number of its source message. */
export type Finding = MemoryText & { readonly message: number }

const MOST = 12
const Loose = z.looseObject({
  message: z.coerce.number().int(),
  key: MemoryText.shape.key.max(200),
  content: MemoryText.shape.content.max(2_000),
  tags: z.array(z.string()).catch([]),
})

/**
 * Reads the list in an answer, whatever is written around it. What is no finding, or names a message there is not, is
 * passed over; null when there is no list at all.
 */
export function readFindings(answer: string, messages: number): readonly Finding[] | null {
  const list = listIn(answer)
  if (list === null) return null
  return list
    .flatMap((entry): Finding[] => {
      const { data } = Loose.safeParse(entry)
      if (data === undefined || data.message < 1 || data.message > messages) return []
      const { message, key, content } = data
      return [{ message, key, content, tags: tagsOf(data.tags) }]
    })
    .slice(0, MOST)
}

function tagsOf(tags: readonly string[]): string[] {
  const short = tags.map((tag) => tag.trim().slice(0, MEMORY_LIMITS.tag)).filter((tag) => tag !== '')
  return [...new Set(short)].slice(0, 5)
}

function listIn(answer: string): readonly unknown[] | null {
  const [from, to] = [answer.indexOf('['), answer.lastIndexOf(']')]
  if (from < 0 || to < from) return null
  try {
    const parsed: unknown = parseJson(answer.slice(from, to + 1))
    return Array.isArray(parsed) ? parsed : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
