import type { Tool } from '../tool.ts'
import { aliasedField, isMeant, isNothing, plainKey } from './field-aliases.ts'
import { isJsonObject, type Json, jsonSchemaOf } from './json-schema.ts'
import { LEFT_OUT, mendArgument, type Note, requiredOf, unknownWords } from './mend-value.ts'
import { readArguments } from './read-arguments.ts'
import { formsOf } from './tool-forms.ts'

/** The parts of a tool needed to read its calls. */
export type ReadableTool = Pick<Tool, 'name' | 'schema' | 'access'>

/** Valid arguments, and notes for the model on how they were read. */
export type MendedFields = { readonly args: unknown; readonly notes: readonly string[] }

/** The parsed arguments. `refusal` says why a clear call must not be executed. */
export type FieldsRead =
  | { readonly ok: true; readonly calls: readonly MendedFields[] }
  | { readonly ok: false; readonly refusal: string | null }

const UNREADABLE: FieldsRead = { ok: false, refusal: null }
const MOST_CALLS = 20
/** Far more arguments than any tool has. */
const MOST_MEMBERS = 200

/**
 * Reads arguments that are an object but not the one the tool takes: names and forms of other harnesses, nulls, numbers
 * as text. What it returns passes the schema of the tool. Values that pass as they are stay the same object.
 */
export function mendFields(
  tool: ReadableTool,
  values: readonly unknown[],
  isSameTool: (name: string) => boolean,
): FieldsRead {
  const [only] = values
  if (values.length === 1 && passes(tool, only)) return { ok: true, calls: [withoutQuotedNulls(tool, only)] }
  const calls: MendedFields[] = []
  for (const value of values.flatMap((each) => (Array.isArray(each) ? each : [each]))) {
    const read = mendOne(tool, value, isSameTool)
    if (!read.ok) return read
    calls.push(...read.calls)
    if (calls.length > MOST_CALLS) return UNREADABLE
  }
  return calls.length === 0 ? UNREADABLE : { ok: true, calls }
}

function mendOne(tool: ReadableTool, value: unknown, isSameTool: (name: string) => boolean): FieldsRead {
  if (passes(tool, value)) return { ok: true, calls: [{ args: value, notes: [] }] }
  const schema = jsonSchemaOf(tool.schema)
  const { properties } = schema
  if (!isJsonObject(properties)) return UNREADABLE
  const given = unwrapped(objectIn(value, schema), { tool: tool.name, properties, isSameTool })
  if (given === null || Object.keys(given).length > MOST_MEMBERS) return UNREADABLE
  const notes: string[] = []
  const calls: MendedFields[] = []
  for (const form of formsOf(tool.name, given, (words) => notes.push(words))) {
    const own: string[] = []
    const read = mendMembers(tool, form, (words) => own.push(words))
    if ('refusal' in read) return { ok: false, refusal: read.refusal }
    if (!passes(tool, read.args)) return UNREADABLE
    calls.push({ args: read.args, notes: calls.length === 0 ? [...notes, ...own] : own })
  }
  return { ok: true, calls: calls.map(({ args, notes: said }) => ({ args, notes: [...new Set(said)] })) }
}

/** Optional arguments for a path or name, where `null` is never meant literally. */
const NEVER_NULL = ['path', 'include', 'workdir', 'description']

/** Leaves out an optional argument that is null as a text. Such a call passes, but it would search for nothing. */
function withoutQuotedNulls(tool: ReadableTool, args: unknown): MendedFields {
  if (!isJsonObject(args)) return { args, notes: [] }
  const needed = requiredOf(jsonSchemaOf(tool.schema))
  const isQuotedNull = (key: string, value: unknown) =>
    NEVER_NULL.includes(key) && !needed.includes(key) && /^\s*(?:null|None|undefined)\s*$/.test(String(value))
  const nulls = Object.entries(args).filter(
    ([key, value]) => typeof value === 'string' && isQuotedNull(key, value),
  )
  if (nulls.length === 0) return { args, notes: [] }
  const names = nulls.map(([key]) => key)
  const kept = Object.fromEntries(Object.entries(args).filter(([key]) => !names.includes(key)))
  return {
    args: kept,
    notes: nulls.map(([key, value]) => `${key} "${String(value).trim()}" was read as not given`),
  }
}

const passes = (tool: ReadableTool, args: unknown): boolean => tool.schema.safeParse(args).success

/** An object; text alone is the one argument that must be given. */
function objectIn(value: unknown, schema: Json): Json | null {
  if (isJsonObject(value)) return value
  const required = requiredOf(schema)
  const [only] = required
  return typeof value === 'string' && required.length === 1 && only !== undefined ? { [only]: value } : null
}

const WRAPPERS = ['input', 'arguments', 'args', 'parameters', 'params', 'toolinput', 'kwargs', 'function']
const NAMES = ['name', 'tool', 'toolname', 'function', 'recipientname']
const COMPANIONS = [...NAMES, 'type', 'id', 'callid', 'toolcallid']
const MOST_WRAPS = 3

type Wrapped = {
  readonly tool: string
  readonly properties: Json
  readonly isSameTool: (name: string) => boolean
}

/** Takes the arguments out of an object that only holds them, such as `{"input": {…}}` or a whole call. */
function unwrapped(outer: Json | null, known: Wrapped): Json | null {
  let value = outer
  for (let wraps = 0; wraps < MOST_WRAPS && value !== null; wraps += 1) {
    const inner = heldIn(value, known)
    if (inner === null) return value
    value = inner
  }
  return value
}

function heldIn(value: Json, { tool, properties, isSameTool }: Wrapped): Json | null {
  const members = Object.entries(value)
  const wrapper = members.find(
    ([key, each]) =>
      !Object.hasOwn(properties, key) &&
      (WRAPPERS.includes(plainKey(key)) || plainKey(key) === plainKey(tool)) &&
      objectOf(each) !== null,
  )
  if (wrapper === undefined) return null
  const isOnly = members.every(([key, each]) => {
    if (key === wrapper[0] || isNothing(each)) return true
    if (!COMPANIONS.includes(plainKey(key))) return false
    return !NAMES.includes(plainKey(key)) || (typeof each === 'string' && isSameTool(each))
  })
  return isOnly ? objectOf(wrapper[1]) : null
}

function objectOf(value: unknown): Json | null {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return null
  const read = readArguments(value)
  const only = read.ok && read.values.length === 1 ? read.values[0] : null
  return isJsonObject(only) ? only : null
}

type Members = { readonly args: Json } | { readonly refusal: string | null }

/** The members of a call by their names here, each as its schema wants it. */
function mendMembers(tool: ReadableTool, given: Json, note: Note): Members {
  const schema = jsonSchemaOf(tool.schema)
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  const needed = requiredOf(schema)
  const members = new Map<string, { readonly key: string; readonly value: unknown }>()
  const unknown: [string, unknown][] = []
  for (const [key, value] of Object.entries(given)) {
    const target = fieldFor(tool.name, key, properties)
    const before = target === null ? undefined : members.get(target)
    if (target === null) unknown.push([key, value])
    else if (before === undefined || isNothing(before.value)) members.set(target, { key, value })
    else if (isNothing(value) || isSame(before.value, value)) continue
    else if (key === target) {
      unknown.push([before.key, before.value])
      members.set(target, { key, value })
    } else if (before.key === target || tool.access === 'read') unknown.push([key, value])
    else return { refusal: null }
  }
  if (unknown.length > 0 && hasOwnWords(tool, given)) return { refusal: null }
  for (const [key, value] of unknown) {
    if (isMeant(tool.name, key, value)) return { refusal: meantWords(tool.name, key) }
    if (!isNothing(value)) note(unknownWords(key))
  }
  const args: [string, unknown][] = []
  for (const [name, { value }] of members) {
    const property = properties[name]
    const mended = isJsonObject(property)
      ? mendArgument(property, value, { name, isNeeded: needed.includes(name), note })
      : value
    if (mended !== LEFT_OUT) args.push([name, mended])
  }
  return { args: Object.fromEntries(args) }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The argument of this app that a key names; null for one that names none. */
export function fieldFor(tool: string, key: string, properties: Json): string | null {
  if (Object.hasOwn(properties, key)) return key
  const plain = plainKey(key)
  const same = Object.keys(properties).find((name) => plainKey(name) === plain)
  if (same !== undefined) return same
  const aliased = aliasedField(tool, plain)
  return aliased !== null && Object.hasOwn(properties, aliased) ? aliased : null
}

/** Whether a tool says in its own words why it does not take an argument. */
function hasOwnWords(tool: ReadableTool, given: Json): boolean {
  const { error } = tool.schema.safeParse(given)
  const unknown = error?.issues.find(({ code }) => code === 'unrecognized_keys')
  return unknown !== undefined && !unknown.message.startsWith('Unrecognized')
}

function meantWords(tool: string, key: string): string {
  return `\`${tool}\` has no argument \`${key.slice(0, 60)}\`, and without it the call would do something else. Nothing was done.`
}
