import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

/** The deepest nesting of a schema; deeper parts accept anything. */
const DEEPEST = 12

/** Keys that say nothing to a model, and that some providers refuse. */
const DROPPED = new Set(['$schema', '$id', '$comment', 'examples', '__proto__', 'constructor', 'prototype'])

/** Returns the schema for a model: an object with properties, without keys that providers refuse. */
export function toldInputSchema(schema: Json): Json {
  const told = cleaned(schema, 0)
  const properties = isJson(told) && isJson(told['properties']) ? told['properties'] : {}
  return { ...(isJson(told) ? told : {}), type: 'object', properties }
}

function cleaned(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return {}
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1))
  if (!isJson(value)) return value
  const entries = Object.entries(value).flatMap(([key, inner]) =>
    DROPPED.has(key) ? [] : [[key, cleaned(inner, depth + 1)] as const],
  )
  return Object.fromEntries(entries)
}

/**
 * Makes a schema that checks the outermost arguments by kind. The server checks the rest: its patterns are not run here,
 * where one could run for ever.
 */
export function outerSchema(schema: Json): z.ZodType<Json> {
  const properties = isJson(schema['properties']) ? schema['properties'] : {}
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const shape: Record<string, z.ZodType> = {}
  for (const [name, property] of Object.entries(properties)) {
    if (DROPPED.has(name)) continue
    const kind = kindOf(isJson(property) ? property['type'] : undefined)
    shape[name] = required.has(name) ? kind : kind.optional()
  }
  return z.looseObject(shape)
}

function kindOf(type: unknown): z.ZodType {
  switch (type) {
    case 'string':
      return z.string()
    case 'number':
      return z.number()
    case 'integer':
      return z.number().int()
    case 'boolean':
      return z.boolean()
    case 'array':
      return z.array(z.unknown())
    case 'object':
      return z.record(z.string(), z.unknown())
    default:
      return z.unknown().refine((value) => value !== undefined, 'is missing')
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
