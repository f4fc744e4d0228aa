import type { Redactor } from '../lib/redact.ts'

const HIDDEN = '[secret]'

/** Hides secrets in JSON-like data and counts them. Everything that is no string stays as it is. */
export function createRedaction(redactor: Pick<Redactor, 'text' | 'data'>) {
  let count = 0

  const noted = (before: string, after: string): string => {
    if (after !== before) count += Math.max(1, occurrences(after) - occurrences(before))
    return after
  }

  const text = (input: string): string => noted(input, redactor.text(input))

  /** A value under a name that says what it is, such as `password`, is hidden for its name. */
  const named = (key: string, value: string): string => {
    const shown = redactor.data({ [key]: value })
    const after = typeof shown === 'object' && shown !== null ? Object.values(shown)[0] : value
    return noted(value, typeof after === 'string' ? after : HIDDEN)
  }

  const data = (value: unknown, key: string | null = null): unknown => {
    if (typeof value === 'string') return key === null ? text(value) : named(key, value)
    if (Array.isArray(value)) return value.map((item) => data(item))
    if (typeof value !== 'object' || value === null) return value
    const before = count
    const entries = Object.entries(value).map(([name, item]): [string, unknown] => [
      text(name),
      data(item, name),
    ])
    const changed = Object.fromEntries(entries)
    // A provider refuses its own signature over words that are not the ones it signed.
    if (count !== before && 'replay' in changed) delete changed['replay']
    return changed
  }

  return { text, data: (value: unknown): unknown => data(value), count: (): number => count }
}

export type Redaction = ReturnType<typeof createRedaction>

function occurrences(text: string): number {
  return text.split(HIDDEN).length - 1
}
