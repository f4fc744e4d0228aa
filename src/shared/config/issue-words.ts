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

const PARSERS =
  /^(?:Invalid (?:input|option|number)|Too (?:small|big)): |^Invalid (?:input|discriminator value)/

/**
 * Returns the sentence for an invalid setting value, for the author of the file. It names the allowed values
 * and never quotes the value. Issues without a sentence here keep the parser's message.
 */
export function issueWords(issue: Issue): string {
  // A schema that says something of its own says it better.
  if (!PARSERS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
      return unionWords(issue)
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

function oneOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)))
  return quoted.length === 1 ? `must be ${quoted[0]}` : `must be one of: ${quoted.join(', ')}`
}

/** Returns the allowed kinds or shapes of a value with several schemas. */
function unionWords(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if ('options' in issue && Array.isArray(issue.options)) return oneOf(issue.options)
  const firsts = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first]))
  const choices = firsts.flatMap((first) => (first.code === 'invalid_value' ? [first.values] : []))
  if (choices.length === firsts.length && choices.length > 0) return oneOf(choices.flat())
  const words = firsts.map(issueWords)
  const [one = 'must be another value', ...others] = [...new Set(words)]
  return [one, ...others.map((each) => each.replace(/^must be /, ''))].join(', or ')
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
