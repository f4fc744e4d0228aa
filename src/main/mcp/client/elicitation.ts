import type { FormField, ServerForm } from '../messages.ts'

/** The parts of an elicitation request that are read. All of it is the server's word. */
type Elicitation = {
  readonly message: string
  readonly mode?: string | undefined
  readonly url?: string | undefined
  readonly requestedSchema?:
    | {
        readonly properties: Readonly<Record<string, unknown>>
        readonly required?: readonly string[] | undefined
      }
    | undefined
}

/** A question without the name of its server, which main adds. */
export type ServerQuestion = { readonly message: string } & Omit<ServerForm, 'server'>

const MOST_FIELDS = 50
const MOST_OPTIONS = 200
const LONGEST_MESSAGE = 4_000
const LONGEST_TEXT = 2_000
const LONGEST_URL = 20_000

/** Reads an elicitation. Returns null, to be refused, for one that cannot be shown whole or asks for a secret. */
export function readElicitation(request: Elicitation): ServerQuestion | null {
  const message = request.message.slice(0, LONGEST_MESSAGE)
  if (request.mode === 'url') {
    const url = request.url ?? ''
    return isPlainPage(url) ? { message, fields: [], url } : null
  }
  const { properties = {}, required = [] } = request.requestedSchema ?? {}
  const entries = Object.entries(properties)
  if (entries.length > MOST_FIELDS) return null
  const fields = entries.map(([name, schema]) => fieldOf(name, schema, required.includes(name)))
  return fields.every((field) => field !== null) ? { message, fields } : null
}

/** Whether an address is a page, and hides no other host behind a name and password. */
function isPlainPage(url: string): boolean {
  if (!/^https?:\/\//i.test(url) || url.length > LONGEST_URL || !URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

/** Secrets that a server may ask for on its own page only: the protocol forbids them in forms. */
const SECRET =
  /pass(?:word|phrase|wd|code)|(?<![a-z])pwd(?![a-z])|secret(?![a-z])|(?:api|secret|private|access)[\s_-]?key|(?:access|api|auth|bearer|refresh|personal|session)[\s_-]?token(?![a-z])|(?<![a-z])cv[vc](?![a-z])|密码|口令|密钥|令牌/i

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '')

function fieldOf(name: string, schema: unknown, required: boolean): FormField | null {
  if (!isJson(schema) || name.length > 200 || name in {}) return null
  const title = text(schema['title'])
  const about = {
    name,
    required,
    title: title === '' ? name : title,
    description: text(schema['description']),
  }
  const initial = initialOf(schema['default'])
  const begun = initial === null ? {} : { initial }
  const options = optionsOf(schema)
  if (schema['type'] === 'array') {
    const ofItems = isJson(schema['items']) ? optionsOf(schema['items']) : null
    return ofItems === null ? null : { ...about, ...begun, kind: 'choices', options: ofItems }
  }
  if (options !== null) return { ...about, ...begun, kind: 'choice', options }
  if (schema['type'] === 'boolean') return { ...about, ...begun, kind: 'boolean' }
  if (schema['type'] === 'number') return { ...about, ...begun, kind: 'number' }
  if (schema['type'] === 'integer') return { ...about, ...begun, kind: 'integer' }
  if (schema['type'] !== 'string' || schema['format'] === 'password') return null
  return SECRET.test(`${name} ${about.title}`) ? null : { ...about, ...begun, kind: 'text' }
}

function initialOf(value: unknown): string | null {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
    ? JSON.stringify(value)
    : null
}

/** The choices of a field, by `enum` with or without names, or by constants with titles. */
function optionsOf(schema: Json): { value: string; label: string }[] | null {
  const titled = schema['oneOf'] ?? schema['anyOf']
  if (Array.isArray(titled)) {
    const options = titled.slice(0, MOST_OPTIONS).flatMap((each) => {
      const value = isJson(each) ? each['const'] : undefined
      return typeof value === 'string' && isJson(each)
        ? [{ value: text(value), label: text(each['title']) || text(value) }]
        : []
    })
    return options.length === 0 ? null : options
  }
  const values = schema['enum']
  if (!Array.isArray(values)) return null
  const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : []
  return values
    .slice(0, MOST_OPTIONS)
    .map((value, at) => ({ value: text(value), label: text(names[at]) || text(value) }))
}
