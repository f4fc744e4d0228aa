import { z } from 'zod'

/** An object of JSON, such as a schema or a part of one. */
export type Json = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const known = new WeakMap<z.ZodType, Json>()

/** Returns the JSON Schema of a schema; unrepresentable parts accept anything. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const found: Json = known.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  known.set(schema, found)
  return found
}
