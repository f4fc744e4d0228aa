import type { Steps } from '../../lib/steps.ts'
import { type BytePieces, createBytePieces } from '../protocol/byte-pieces.ts'
import { WIRE_PIECE, type WireMessage } from './wire-messages.ts'
import type { WireRequest } from './wire-request.ts'

type WireTool = NonNullable<WireRequest['tools']>[number]

/** Shorter texts are encoded as fast as they are found. */
const LONG = 200
/** Size of the cache of encoded conversation parts between requests, in bytes. */
const KEPT_BYTES = 8 * 1024 * 1024

/**
 * Writes requests as JSON in UTF-8. Most of a request is what the one before it said, so long texts and tools are
 * encoded once and not once a request; only what the newest request needed is kept. Long requests take several steps.
 */
export function createBodyWriter(): (request: WireRequest) => Steps<Uint8Array<ArrayBuffer>> {
  const toolBytes = createToolEncoder()
  let kept: ReadonlyMap<string, Buffer> = new Map()

  return function* ({ messages, tools: offered, ...rest }) {
    const next = new Map<string, Buffer>()
    let bytes = 0
    const encoded = (text: string): Buffer => {
      const json = next.get(text) ?? kept.get(text) ?? Buffer.from(JSON.stringify(text))
      if (bytes < KEPT_BYTES && !next.has(text)) {
        next.set(text, json)
        bytes += json.length
      }
      return json
    }
    const body = createBytePieces()
    body.add(`${JSON.stringify(rest).slice(0, -1)},"messages":[`)
    for (const [index, message] of messages.entries()) {
      if (index > 0) body.add(',')
      addMessage(body, message, encoded)
      if (index % WIRE_PIECE === WIRE_PIECE - 1) yield
    }
    body.add(']')
    if (offered !== undefined) body.addBytes(toolBytes(offered))
    body.add('}')
    kept = next
    return body.whole()
  }
}

/** Encodes the tools of requests, each once, and their list as long as it stays the same. */
function createToolEncoder(): (tools: readonly WireTool[]) => Buffer {
  const texts = new WeakMap<object, string>()
  let newest: { readonly of: readonly (object | undefined)[]; readonly bytes: Buffer } | null = null

  const textOf = (tool: WireTool): string => {
    const schema = schemaOf(tool)
    if (schema === undefined) return JSON.stringify(tool)
    const text = texts.get(schema) ?? JSON.stringify(tool)
    texts.set(schema, text)
    return text
  }

  return (tools) => {
    const schemas = tools.map(schemaOf)
    const isSame = newest?.of.length === schemas.length && newest.of.every((of, at) => of === schemas[at])
    // Without a schema nothing says that it is the same tool.
    if (newest === null || !isSame || schemas.includes(undefined)) {
      newest = { of: schemas, bytes: Buffer.from(`,"tools":[${tools.map(textOf).join(',')}]`) }
    }
    return newest.bytes
  }
}

/** A tool is known by its schema, which is one object for as long as the tool is the same. */
function schemaOf(tool: WireTool): object | undefined {
  return tool.type === 'function' ? tool.function.parameters : undefined
}

function addMessage(body: BytePieces, message: WireMessage, encoded: (text: string) => Buffer): void {
  const { content, ...rest } = message
  if (typeof content !== 'string' || content.length < LONG) {
    body.add(JSON.stringify(message))
    return
  }
  body.add(`${JSON.stringify(rest).slice(0, -1)},"content":`)
  body.addBytes(encoded(content))
  body.add('}')
}
