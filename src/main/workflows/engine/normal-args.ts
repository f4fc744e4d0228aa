/**
 * Arguments as the script should see them. Models often send JSON inside a string; where the text is an object or
 * a list and the schema does not ask for text, what it says is taken.
 */
export function normalArgs(args: unknown, schema: Readonly<Record<string, unknown>> | undefined): unknown {
  const whole = unwrapped(args ?? {}, schema)
  const fields = schema?.['properties']
  if (!isObject(whole) || !isObject(fields)) return whole
  const entries = Object.entries(whole).map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return [name, isObject(field) && !takesText(field) ? unwrapped(value, field) : value]
  })
  return Object.fromEntries(entries)
}

function unwrapped(value: unknown, schema: Readonly<Record<string, unknown>> | undefined): unknown {
  if (typeof value !== 'string' || (schema !== undefined && takesText(schema))) return value
  const parsed = parsedOrNull(value)
  // Some wrap it twice.
  const inner = typeof parsed === 'string' ? parsedOrNull(parsed) : parsed
  return typeof inner === 'object' && inner !== null ? inner : value
}

function takesText(schema: Readonly<Record<string, unknown>>): boolean {
  const { type } = schema as { type?: unknown }
  return type === 'string' || (Array.isArray(type) && type.includes('string'))
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Most texts are just texts.
    return null
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
