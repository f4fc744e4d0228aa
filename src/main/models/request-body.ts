import type { WireMessage } from './wire-messages.ts'
import type { WireRequest } from './wire-request.ts'

type WireTool = NonNullable<WireRequest['tools']>[number]

/** Shorter texts are encoded as fast as they are found. */
const LONG = 200
/** How much encoded text is kept from one request to the next, in UTF-16 units. */
const KEPT_CHARS = 8 * 1024 * 1024

/**
 * Writes requests as JSON. Most of a request is what the one before it said, so long texts and tools are encoded once
 * and not once a request; only what the newest request needed is kept.
 */
export function createBodyWriter(): (request: WireRequest) => string {
  const toolTexts = new WeakMap<object, string>()
  let kept: ReadonlyMap<string, string> = new Map()

  const toolText = (tool: WireTool): string => {
    // A tool is known by its schema, which is one object for as long as the tool is the same.
    const schema = tool.type === 'function' ? tool.function.parameters : undefined
    if (schema === undefined) return JSON.stringify(tool)
    const text = toolTexts.get(schema) ?? JSON.stringify(tool)
    toolTexts.set(schema, text)
    return text
  }

  return ({ messages, tools, ...rest }) => {
    const next = new Map<string, string>()
    let chars = 0
    const encoded = (text: string): string => {
      const json = next.get(text) ?? kept.get(text) ?? JSON.stringify(text)
      if (chars < KEPT_CHARS && !next.has(text)) {
        next.set(text, json)
        chars += json.length
      }
      return json
    }
    const said = messages.map((message) => messageText(message, encoded)).join(',')
    kept = next
    const offered = tools === undefined ? '' : `,"tools":[${tools.map(toolText).join(',')}]`
    return `${JSON.stringify(rest).slice(0, -1)},"messages":[${said}]${offered}}`
  }
}

function messageText(message: WireMessage, encoded: (text: string) => string): string {
  const { content, ...rest } = message
  if (typeof content !== 'string' || content.length < LONG) return JSON.stringify(message)
  return `${JSON.stringify(rest).slice(0, -1)},"content":${encoded(content)}}`
}
