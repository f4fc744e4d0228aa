import type { z } from 'zod'
import { firstPart } from '#shared/first-part.ts'
import { aliasedChoice, aliasedMember, isNothing, plainKey } from './field-aliases.ts'
import { isJsonObject, type Json, jsonSchemaOf } from './json-schema.ts'
import { readArguments } from './read-arguments.ts'

/** Marks a value that is left out. */
export const LEFT_OUT = Symbol('left out')

/** Receives a note for the model about a changed value. */
export type Note = (words: string) => void

type Argument = { readonly name: string; readonly isNeeded: boolean; readonly note: Note }

/** An argument that need not be given is left out where it says nothing. */
export function mendArgument(schema: Json, value: unknown, { name, isNeeded, note }: Argument): unknown {
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '')
  const takesEmpty = value === null ? takesNull(schema) : schema['type'] === 'string' && !schema['minLength']
  if (isEmpty && !isNeeded && !takesEmpty) return LEFT_OUT
  if (value === null) return value
  const mended = mendValue(schema, value, name, note)
  return mended === LEFT_OUT && isNeeded ? value : mended
}

function takesNull({ type, anyOf }: Json): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((each) => isJsonObject(each) && takesNull(each))
  return type === 'null' || type === undefined || (Array.isArray(type) && type.includes('null'))
}

/**
 * Arguments under their own names, with null for what is not given and numbers as text read as what they mean. Anything
 * else stays, and the schema refuses it.
 */
export function withPlainValues(type: z.ZodType, given: unknown): unknown {
  const schema = jsonSchemaOf(type)
  const { properties } = schema
  if (!isJsonObject(given) || !isJsonObject(properties)) return given
  const needed = requiredOf(schema)
  const members = Object.entries(given).map(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const argument = { name, isNeeded: needed.includes(name), note: () => {} }
    return [name, isJsonObject(property) ? mendArgument(property, value, argument) : value] as const
  })
  return Object.fromEntries(members.filter(([, value]) => value !== LEFT_OUT))
}

/** Reads a value as its schema wants it. What has no plain meaning stays as it is, and the schema refuses it. */
export function mendValue(schema: Json, value: unknown, name: string, note: Note): unknown {
  const { anyOf } = schema
  if (Array.isArray(anyOf)) return mendOneOf(anyOf.filter(isJsonObject), value, name, note)
  if (Array.isArray(schema['enum'])) return mendChoice(schema['enum'], value)
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return mendNumber(schema, value, name, note)
    case 'boolean':
      return mendBoolean(value)
    case 'array':
      return mendList(schema, value, name, note)
    case 'object':
      return mendMembers(schema, value, name, note)
    case 'string':
      return mendText(value)
    default:
      return value
  }
}

function mendOneOf(options: readonly Json[], value: unknown, name: string, note: Note): unknown {
  const fitting = options.find((option) => option['type'] === typeOf(value)) ?? options[0]
  return fitting === undefined ? value : mendValue(fitting, value, name, note)
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

function mendChoice(choices: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string' || choices.includes(value)) return value
  const plain = plainKey(value.trim())
  const same = choices.find((choice) => typeof choice === 'string' && plainKey(choice) === plain)
  if (same !== undefined) return same
  const aliased = aliasedChoice(plain)
  return aliased !== null && choices.includes(aliased) ? aliased : value
}

const NUMBER = /^\s*[+-]?\d{1,15}(?:\.\d+)?\s*$/

/** Below the least, a number says that none was given; above the most, it means the most. */
function mendNumber(schema: Json, value: unknown, name: string, note: Note): unknown {
  const given = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  if (typeof given !== 'number') return value
  const { minimum, maximum } = schema
  if (typeof minimum === 'number' && given < minimum) {
    if (given !== 0) note(`${name} ${given} was ignored`)
    return LEFT_OUT
  }
  if (typeof maximum === 'number' && given > maximum && maximum < Number.MAX_SAFE_INTEGER) {
    note(`${name} was lowered from ${given} to ${maximum}`)
    return maximum
  }
  return given
}

function mendBoolean(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  if (['true', 'yes', '1', 'on'].includes(word)) return true
  return ['false', 'no', '0', 'off'].includes(word) ? false : value
}

function mendList(schema: Json, value: unknown, name: string, note: Note): unknown {
  const { items } = schema
  const list = listIn(value)
  if (!isJsonObject(items)) return list
  return list.map((item) => mendItem(items, item, name, note)).filter((item) => item !== LEFT_OUT)
}

const LIST_MARK = /^\s*(?:[-*•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/

/** A list that was written as JSON text or as lines with marks; anything else is its only item. */
function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  if (/^\s*\[/.test(value)) {
    const read = readArguments(value)
    const only = read.ok && read.values.length === 1 ? read.values[0] : null
    if (Array.isArray(only)) return only
  }
  const lines = value.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every((line) => LIST_MARK.test(line))
    ? lines.map((line) => line.replace(LIST_MARK, '').trim())
    : [value]
}

const WORDS_OF_ITEM = ['label', 'title', 'text', 'name', 'value', 'content']

function mendItem(schema: Json, item: unknown, name: string, note: Note): unknown {
  if (schema['type'] === 'string' && isJsonObject(item)) {
    const words = WORDS_OF_ITEM.map((key) => item[key]).find((each) => typeof each === 'string')
    return words ?? item
  }
  return mendValue(schema, item, name, note)
}

/** Members of an object by their names here. Unknown ones are left out and named. */
function mendMembers(schema: Json, value: unknown, name: string, note: Note): unknown {
  const { properties } = schema
  if (!isJsonObject(properties)) return value
  const needed = requiredOf(schema)
  const given = objectIn(value, properties, needed)
  if (given === null) return value
  const members = new Map<string, unknown>()
  for (const [key, each] of Object.entries(given)) {
    const target = memberFor(key, properties)
    const property = target === null ? undefined : properties[target]
    if (target === null || !isJsonObject(property)) {
      if (!isNothing(each)) note(unknownWords(`${name}.${key}`))
    } else if (!members.has(target) || target === key) {
      members.set(target, mendValue(property, each, `${name}.${target}`, note))
    }
  }
  const status = properties['status']
  if (needed.includes('status') && !members.has('status') && isJsonObject(status)) {
    members.set('status', 'pending')
  }
  for (const [key, each] of members) {
    if (each === LEFT_OUT || (each === null && !needed.includes(key))) members.delete(key)
  }
  return Object.fromEntries(members)
}

/** An object, also as JSON text, or as the text of its first member that must be there. */
function objectIn(value: unknown, properties: Json, needed: readonly string[]): Json | null {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string') return null
  if (/^\s*\{/.test(value)) {
    const read = readArguments(value)
    const only = read.ok && read.values.length === 1 ? read.values[0] : null
    if (isJsonObject(only)) return only
  }
  const [first] = needed
  return first !== undefined && Object.hasOwn(properties, first) ? { [first]: value } : null
}

function memberFor(key: string, properties: Json): string | null {
  if (Object.hasOwn(properties, key)) return key
  const plain = plainKey(key)
  const same = Object.keys(properties).find((name) => plainKey(name) === plain)
  if (same !== undefined) return same
  const aliased = aliasedMember(plain)
  return aliased !== null && Object.hasOwn(properties, aliased) ? aliased : null
}

/** A whole number means its digits. Others may have lost some of theirs. */
function mendText(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0]
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
}

export function requiredOf(schema: Json): readonly string[] {
  const { required } = schema
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

const LONGEST_NAME = 60

/** Returns the note that an argument was ignored. */
export function unknownWords(name: string): string {
  const shown = name.length > LONGEST_NAME ? `${firstPart(name, LONGEST_NAME)}…` : name
  return `unknown argument ${JSON.stringify(shown)} was ignored`
}
