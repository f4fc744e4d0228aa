type Schema = Readonly<Record<string, unknown>>

/**
 * Fills a JSON Schema from the text a tool gave: text as it is, lines for lists, the first number for numbers.
 * Where the text is JSON of the right kind, it is the answer. Total: an unknown schema gets the text itself.
 */
export function fillAnswer(schema: unknown, text: string): unknown {
  const parsed = jsonIn(text)
  if (isObject(schema) && schema['type'] !== 'string' && typeFits(schema, parsed)) return parsed
  return fill(schema, text, 0)
}

function fill(schema: unknown, text: string, depth: number): unknown {
  if (!isObject(schema) || depth > 8) return text
  if ('const' in schema) return schema['const']
  const choices = schema['enum']
  if (Array.isArray(choices)) return choices.find((choice) => text.includes(String(choice))) ?? choices[0]
  const option = firstOption(schema)
  if (option !== null) return fill(option, text, depth + 1)
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, text, depth)
    case 'array':
      return linesOf(text).map((line) => fill(schema['items'], line, depth + 1))
    case 'integer':
      return Math.trunc(numberIn(text))
    case 'number':
      return numberIn(text)
    case 'boolean':
      return !/^\s*(false|no|error|failed|0)?\s*$/i.test(text)
    case 'null':
      return null
    default:
      return text
  }
}

function fillObject(schema: Schema, text: string, depth: number): Record<string, unknown> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const entries = Object.entries(properties).map(([name, inner]) => [name, fill(inner, text, depth + 1)])
  return Object.fromEntries(entries)
}

function firstOption(schema: Schema): unknown {
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[key]
    if (Array.isArray(options) && options.length > 0) return options[0]
  }
  return null
}

function typeOf(schema: Schema): unknown {
  const { type } = schema as { type?: unknown }
  if (Array.isArray(type)) return type[0]
  return type ?? ('properties' in schema ? 'object' : 'string')
}

function typeFits(schema: Schema, value: unknown): boolean {
  if (value === undefined) return false
  const type = typeOf(schema)
  if (type === 'array') return Array.isArray(value)
  if (type !== 'object' || !isObject(value) || Array.isArray(value)) return false
  const required = schema['required']
  return !Array.isArray(required) || required.every((name) => typeof name === 'string' && name in value)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Most texts are not JSON, and that is no failure.
    return undefined
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function numberIn(text: string): number {
  return Number(/-?\d+(?:\.\d+)?/.exec(text)?.[0] ?? 0)
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
