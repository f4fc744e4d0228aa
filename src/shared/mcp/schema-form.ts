import { parseJson } from '../parse-json.ts'

type Json = Readonly<Record<string, unknown>>

/** A field of a form for one argument. `json`: the value is written as JSON. */
export type TryField = {
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json'
  readonly options: readonly string[]
}

/** The entries of the person by field, as text. */
export type TryDraft = Readonly<Record<string, string>>

/** More fields than a form can show. The rest is written as JSON. */
const MOST_FIELDS = 100
const LONGEST_TEXT = 500
const MOST_OPTIONS = 200

/** Returns the fields for the arguments of a schema. A server's schema can have any shape. */
export function tryFields(schema: Json): readonly TryField[] {
  const properties = isJson(schema['properties']) ? schema['properties'] : {}
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  return Object.entries(properties)
    .slice(0, MOST_FIELDS)
    .map(([name, property]) => fieldOf(name, isJson(property) ? property : {}, required.has(name)))
}

function fieldOf(name: string, property: Json, required: boolean): TryField {
  const { description, type, enum: values } = property
  const about = {
    name,
    required,
    description: typeof description === 'string' ? description.slice(0, LONGEST_TEXT) : '',
  }
  if (Array.isArray(values) && values.length > 0 && values.every((value) => isChoice(value))) {
    return { ...about, kind: 'choice', options: values.slice(0, MOST_OPTIONS) }
  }
  if (type === 'string') return { ...about, kind: 'text', options: [] }
  if (type === 'number' || type === 'integer') return { ...about, kind: type, options: [] }
  if (type === 'boolean') return { ...about, kind: 'boolean', options: ['true', 'false'] }
  return { ...about, kind: 'json', options: [] }
}

const isChoice = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns the entry of a field. A server can name a field as an object's own methods are named. */
export function entryOf(draft: TryDraft, name: string): string {
  return Object.hasOwn(draft, name) ? (draft[name] ?? '') : ''
}

/** The arguments of a draft, or the names of the fields that are missing or wrong. */
export type ReadTry =
  | { readonly ok: true; readonly args: Record<string, unknown> }
  | { readonly ok: false; readonly wrong: readonly string[] }

/** Reads the entries of a form. Empty optional fields are left out. */
export function readTry(fields: readonly TryField[], draft: TryDraft): ReadTry {
  const read = fields.map((field) => [field.name, entryValue(field, entryOf(draft, field.name))] as const)
  const wrong = read.flatMap(([name, value]) => (value === null ? [name] : []))
  if (wrong.length > 0) return { ok: false, wrong }
  const given = read.flatMap(([name, value]) =>
    value === null || value === 'none' ? [] : [[name, value.value]],
  )
  return { ok: true, args: Object.fromEntries(given) }
}

/** The value of an entry; `none` for an empty optional one, null for a wrong one. */
function entryValue(
  { kind, required, options }: TryField,
  entry: string,
): { value: unknown } | 'none' | null {
  if (entry.trim() === '' && !(kind === 'text' && required)) return required ? null : 'none'
  switch (kind) {
    case 'text':
      return { value: entry }
    case 'choice':
      return options.includes(entry) ? { value: entry } : null
    case 'boolean':
      return { value: entry === 'true' }
    case 'json':
      return jsonIn(entry)
    default: {
      const number = Number(entry)
      const isFit = kind === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
      return isFit ? { value: number } : null
    }
  }
}

function jsonIn(text: string): { value: unknown } | null {
  try {
    return { value: parseJson(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Returns the entries for given arguments, to edit a call that was made before. */
export function draftOf(fields: readonly TryField[], args: Json): TryDraft {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(args, name) ? args[name] : undefined
      if (value === undefined) return []
      const isPlain = kind !== 'json' && (typeof value === 'string' || typeof value !== 'object')
      return [[name, isPlain ? String(value) : JSON.stringify(value)]]
    }),
  )
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
