import { type BytePieces, createBytePieces } from './byte-pieces.ts'
import { wellFormedText } from './well-formed.ts'

/** Shorter texts are encoded as fast as they are found. */
const LONG = 200
/** Size of the cache of encoded texts between requests, in bytes. */
const KEPT_BYTES = 8 * 1024 * 1024
/** The fields that hold the schema of a tool, which is one object for as long as the tool is the same. */
const SCHEMAS: ReadonlySet<string> = new Set(['input_schema', 'parameters', 'parametersJsonSchema'])

/** Encodes a text as JSON in UTF-8. */
const encodeText = (text: string): Buffer => Buffer.from(JSON.stringify(wellFormedText(text)))

/**
 * Creates a writer of request bodies as JSON in UTF-8. Most of a request is what the one before it said, so long texts
 * and the schemas of tools are encoded once and not once a request. Only texts of the newest request are kept.
 */
export function createJsonWriter(encode = encodeText): (body: object) => Uint8Array<ArrayBuffer> {
  const schemas = new WeakMap<object, string>()
  let kept: ReadonlyMap<string, Buffer> = new Map()

  return (body) => {
    const next = new Map<string, Buffer>()
    let bytes = 0
    const encoded = (text: string): Buffer => {
      const json = next.get(text) ?? kept.get(text) ?? encode(text)
      if (bytes < KEPT_BYTES && !next.has(text)) {
        next.set(text, json)
        bytes += json.length
      }
      return json
    }
    const schemaText = (schema: object): string => {
      const text = schemas.get(schema) ?? JSON.stringify(wellFormedValue(schema))
      schemas.set(schema, text)
      return text
    }
    const pieces = createBytePieces()
    addValue(pieces, body, { encoded, schemaText })
    kept = next
    return pieces.whole()
  }
}

type Texts = {
  readonly encoded: (text: string) => Buffer
  readonly schemaText: (schema: object) => string
}

function addValue(out: BytePieces, value: unknown, texts: Texts): void {
  if (typeof value === 'string') addText(out, value, texts)
  else if (Array.isArray(value)) addList(out, value, texts)
  else if (typeof value === 'object' && value !== null) addObject(out, value, texts)
  else out.add(JSON.stringify(value) ?? 'null')
}

function addText(out: BytePieces, text: string, { encoded }: Texts): void {
  if (text.length < LONG) out.add(JSON.stringify(wellFormedText(text)))
  else out.addBytes(encoded(text))
}

function addList(out: BytePieces, list: readonly unknown[], texts: Texts): void {
  out.add('[')
  for (const [index, value] of list.entries()) {
    if (index > 0) out.add(',')
    addValue(out, value, texts)
  }
  out.add(']')
}

function addObject(out: BytePieces, object: object, texts: Texts): void {
  let before = '{'
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue
    out.add(`${before}${JSON.stringify(wellFormedText(key))}:`)
    before = ','
    if (SCHEMAS.has(key) && typeof value === 'object' && value !== null) out.add(texts.schemaText(value))
    else addValue(out, value, texts)
  }
  out.add(before === '{' ? '{}' : '}')
}

/** The same value with well-formed texts. */
function wellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return wellFormedText(value)
  if (Array.isArray(value)) return value.map(wellFormedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [wellFormedText(key), wellFormedValue(each)]),
  )
}
