import type { z } from 'zod'

type Issue = z.ZodError['issues'][number]

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a table of keys',
  record: 'a table of keys',
}

const PARSERS = /^(?:Invalid (?:input|option|number)|Too (?:small|big)): /

/**
 * What is wrong with a value, for whoever wrote it in a file: what it must be, and not how a parser says so. It never
 * quotes the value. What nobody has words for here is said by the parser.
 */
export function issueWords(issue: Issue): string {
  // A schema that says something of its own says it better.
  if (!PARSERS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of: ${issue.values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value))).join(', ')}`
    case 'too_small':
      return sizeWords(
        issue.origin,
        Number(issue.minimum),
        issue.inclusive === false ? 'more than' : 'at least',
      )
    case 'too_big':
      return sizeWords(
        issue.origin,
        Number(issue.maximum),
        issue.inclusive === false ? 'less than' : 'at most',
      )
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return issue.message
  }
}

function sizeWords(origin: string, bound: number, than: string): string {
  if (origin === 'string') {
    return bound === 1 && than === 'at least' ? 'must not be empty' : `must have ${than} ${bound} characters`
  }
  if (origin === 'array' || origin === 'set' || origin === 'object' || origin === 'map') {
    return `must have ${than} ${bound} ${bound === 1 ? 'entry' : 'entries'}`
  }
  return `must be ${than} ${bound}`
}
