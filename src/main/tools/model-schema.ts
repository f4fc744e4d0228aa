import { z } from 'zod'

/** A schema as JSON, or a part of one. */
type Json = Readonly<Record<string, unknown>>

/** Schema keys for the structure of a value. All others are limits, or part of the tool's description. */
const TOLD = ['type', 'enum', 'const', 'required'] as const

/**
 * Returns the argument schema for a model: names, types and required arguments. Limits, patterns and defaults
 * cost tokens in every request without effect. The description names the important ones, and an invalid call
 * gets the rest in its error.
 */
export function modelSchema(schema: z.ZodType): Json {
  return toldOf(z.toJSONSchema(schema, { io: 'input' }))
}

/**
 * The same in brief: without the arguments that may be left out and that the description does not name, and with one
 * form of each value.
 */
export function briefSchema(schema: z.ZodType, description: string): Json {
  const told = modelSchema(schema)
  const { properties, required } = told
  if (!isJson(properties)) return told
  const needed = Array.isArray(required) ? required : []
  const named = Object.entries(properties).filter(
    ([name]) => needed.includes(name) || description.includes(`\`${name}\``),
  )
  return { ...told, properties: Object.fromEntries(named.map(([name, value]) => [name, firstForm(value)])) }
}

/** The first of several forms a value or an item of a list can have. */
function firstForm(part: unknown): unknown {
  if (!isJson(part)) return part
  const { anyOf, items } = part
  if (Array.isArray(anyOf)) return firstForm(anyOf[0])
  return items === undefined ? part : { ...part, items: firstForm(items) }
}

function toldOf(part: unknown): Json {
  // A part that is named elsewhere holds itself: it can be any JSON.
  if (!isJson(part) || '$ref' in part) return {}
  const told: Record<string, unknown> = {}
  for (const name of TOLD) if (part[name] !== undefined) told[name] = part[name]
  const { properties, items, anyOf } = part
  if (isJson(properties)) {
    const entries = Object.entries(properties).map(([name, value]) => [name, toldOf(value)] as const)
    told['properties'] = Object.fromEntries(entries)
  }
  if (items !== undefined) told['items'] = toldOf(items)
  if (Array.isArray(anyOf)) told['anyOf'] = anyOf.map(toldOf)
  return told
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
