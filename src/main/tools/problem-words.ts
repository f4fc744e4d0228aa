import type { z } from 'zod'
import { firstPart } from '#shared/first-part.ts'

type Issue = z.core.$ZodIssue

/** Returns a one-line error about the arguments of a call, for the model. `given` is the original. */
export function problemWords(tool: string, given: unknown, error: z.ZodError): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return `\`${tool}\` takes its arguments as one JSON object, not as ${nounOf(given)}.`
  }
  const missing = error.issues.filter((issue) => isMissing(issue, given))
  const others = error.issues.filter((issue) => !missing.includes(issue))
  const names = missing.map(({ path }) => `\`${path.join('.')}\``)
  const needs = names.length === 0 ? [] : [`\`${tool}\` needs ${inWords(names)}.`]
  const keys = Object.keys(given)
  const gave = keys.length === 0 ? 'You gave no arguments.' : `You gave: ${shortened(keys.join(', '))}.`
  const said = others.map((issue) => issueWords(issue, given)).slice(0, MOST_PROBLEMS)
  const ways = error.issues.flatMap(wayOut)
  return [...needs, ...said, ...(names.length > 0 || isUnknown(others) ? [gave] : []), ...ways].join(' ')
}

const MOST_PROBLEMS = 5

/** Returns the tool's own message about a missing value or one of another type. */
function wayOut({ code, message }: Issue): string[] {
  return code !== 'invalid_type' || message.startsWith('Invalid input') ? [] : [sentence(message)]
}

const isUnknown = (issues: readonly Issue[]): boolean =>
  issues.some(({ code }) => code === 'unrecognized_keys')

function isMissing(issue: Issue, given: object): boolean {
  return issue.code === 'invalid_type' && issue.path.length > 0 && valueAt(given, issue.path) === undefined
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    given,
  )
}

function issueWords(issue: Issue, given: object): string {
  const name = issue.path.length === 0 ? '' : `\`${issue.path.join('.')}\``
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${KINDS[issue.expected] ?? issue.expected}, not ${shownValue(valueAt(given, issue.path))}.`
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}, not ${shownValue(valueAt(given, issue.path))}.`
    case 'too_small':
      return `${name} must ${sizeWords(issue.origin, 'at least', Number(issue.minimum))}.`
    case 'too_big':
      return `${name} must ${sizeWords(issue.origin, 'at most', Number(issue.maximum))}.`
    case 'unrecognized_keys':
      if (!issue.message.startsWith('Unrecognized')) return sentence(issue.message)
      return `There is no argument ${inWords(issue.keys.map((key) => `\`${shortened(key)}\``))}.`
    case 'custom':
      return name === '' ? sentence(issue.message) : sentence(`${name}: ${issue.message}`)
    default:
      return `${name === '' ? 'The value' : name} does not have the form it needs: ${shownValue(valueAt(given, issue.path))}.`
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function sizeWords(origin: string, bound: string, size: number): string {
  if (origin === 'string' && bound === 'at least' && size === 1) return 'not be empty'
  if (origin === 'string') return `have ${bound} ${size} characters`
  if (origin === 'array' || origin === 'set') return `have ${bound} ${size} ${size === 1 ? 'item' : 'items'}`
  return `be ${bound} ${size}`
}

function nounOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'text' : `a ${typeof value}`
}

const shownValue = (value: unknown): string => shortened(JSON.stringify(value) ?? 'nothing')

const LONGEST = 200

const shortened = (text: string): string => (text.length > LONGEST ? `${firstPart(text, LONGEST)}…` : text)

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
