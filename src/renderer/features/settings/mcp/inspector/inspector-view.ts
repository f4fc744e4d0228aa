import type { McpMessage, McpMessageFilter } from '#shared/mcp/inspector.ts'
import { parseJson } from '#shared/parse-json.ts'

/** A part of the inspector. */
export const INSPECTOR_TABS = ['messages', 'tools', 'resources', 'prompts', 'log'] as const

/** A request to fill in and send. `args` are those of an earlier request. */
export type TryTarget = {
  readonly what: 'call' | 'read' | 'prompt'
  /** The tool, the address of the resource or the prompt. */
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** The content of the pane at the right. */
export type InspectorPane =
  | { readonly kind: 'none' | 'self-test' }
  | { readonly kind: 'message'; readonly id: number }
  | { readonly kind: 'try'; readonly target: TryTarget }

export const NO_FILTER: McpMessageFilter = { sender: null, method: null, failedOnly: false, text: '' }

/** Returns JSON in lines for reading. A text of another kind stays as it is. */
export function inLines(body: string): string {
  try {
    return JSON.stringify(parseJson(body), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return body
    throw error
  }
}

const TRIED: Readonly<Record<string, TryTarget['what']>> = {
  'tools/call': 'call',
  'resources/read': 'read',
  'prompts/get': 'prompt',
}

/** Returns the form for a stored request, to edit and send it again. Null for requests without a form. */
export function targetOf({ kind, sender, method, body }: McpMessage): TryTarget | null {
  const what = TRIED[method]
  if (kind !== 'request' || sender !== 'client' || what === undefined || body === null) return null
  const message = parseJson(body)
  const params = isTable(message) ? message['params'] : undefined
  if (!isTable(params)) return null
  const name = what === 'read' ? params['uri'] : params['name']
  const args = isTable(params['arguments']) ? params['arguments'] : {}
  return typeof name === 'string' ? { what, name, args } : null
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
