type Schema = Readonly<Record<string, unknown>>

/**
 * Parses the text after `/name` into script arguments. JSON stays JSON. `name=value` pairs, with quotes
 * around spaces, are used if the script declares all names. Any other text becomes the script's only required
 * text argument.
 */
export function commandArguments(text: string, schema: Schema | null): unknown {
  const words = text.trim()
  if (words === '') return null
  const fields = fieldsOf(schema)
  const parsed = parsedJson(words)
  if (parsed !== undefined && (fields === null || typeof parsed === 'object')) return parsed
  if (schema === null || fields === null) return words
  const pairs = pairsIn(words, fields)
  if (pairs !== null) return pairs
  const main = mainText(schema, fields)
  return main === null ? words : { [main]: words }
}

const PAIR = /\s*([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']\S*)(?=\s|$)/y

/** The pairs a text consists of, or null where a part of it is none. */
function pairsIn(text: string, fields: Schema): Record<string, unknown> | null {
  const found: [string, unknown][] = []
  let at = 0
  while (at < text.length) {
    PAIR.lastIndex = at
    const [whole, name = '', value = ''] = PAIR.exec(text) ?? []
    if (whole === undefined || !Object.hasOwn(fields, name)) return null
    found.push([name, readValue(value, fields[name])])
    at += whole.length
  }
  return found.length === 0 ? null : Object.fromEntries(found)
}

function readValue(written: string, field: unknown): unknown {
  const text = unquoted(written)
  if (isObject(field) && field['type'] === 'string') return text
  const parsed = parsedJson(text)
  return parsed === undefined ? text : parsed
}

function unquoted(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1)
  return written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/g, '$1') : written
}

/** The only text that must be given; where nothing must be, the only text that can be. */
function mainText(schema: Schema, fields: Schema): string | null {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const names = required.length > 0 ? required : Object.keys(fields)
  const [name] = names
  if (names.length !== 1 || typeof name !== 'string') return null
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return isObject(field) && field['type'] === 'string' ? name : null
}

function fieldsOf(schema: Schema | null): Schema | null {
  const fields = schema?.['properties']
  return isObject(fields) ? fields : null
}

/** Undefined for what is no JSON: most texts are just texts. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
