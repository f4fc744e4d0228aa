import { createHash } from 'node:crypto'
import { parseJson } from '#shared/parse-json.ts'
import { isLoose, type Loose } from '../http/loose.ts'
import type { ResponsesRequest } from './responses-request.ts'

/** A finished response on a connection, and what the server holds up to it. */
export type ResponseChain = {
  readonly responseId: string
  /** The fields beside the input. */
  readonly shape: string
  /** A digest of each input item. */
  readonly input: readonly string[]
  /** The output of the response in the words of `outputWords`. */
  readonly output: readonly string[]
}

/** Begins a chain with a request and its response; null for one that cannot be continued. */
export function chainOf(
  request: ResponsesRequest,
  { id, items }: { readonly id: unknown; readonly items: readonly Loose[] },
): ResponseChain | null {
  if (typeof id !== 'string' || id === '' || !Array.isArray(request.input)) return null
  return {
    responseId: id,
    shape: shapeOf(request),
    input: request.input.map(digestOf),
    output: items.flatMap(outputWords),
  }
}

/**
 * Returns how many input items a continuation can leave out, because the server holds them; null where the request is no
 * continuation. The items must be those of the request before, then exactly the answer to it, so the server reads what it
 * would read of the whole request.
 */
export function heldItems(chain: ResponseChain, request: ResponsesRequest): number | null {
  const { input } = request
  if (!Array.isArray(input) || input.length <= chain.input.length) return null
  if (shapeOf(request) !== chain.shape) return null
  if (!chain.input.every((digest, at) => digestOf(input[at]) === digest)) return null
  const answer: string[] = []
  let at = chain.input.length
  for (; at < input.length; at += 1) {
    const item: unknown = input[at]
    if (!isLoose(item) || !isOutput(item)) break
    answer.push(...outputWords(item))
  }
  const isSame = answer.length === chain.output.length && answer.every((each, i) => each === chain.output[i])
  return isSame && at < input.length ? at : null
}

/** The limit of an answer is no part of what the server holds. */
function shapeOf({ input: _input, max_output_tokens: _limit, ...shape }: ResponsesRequest): string {
  return JSON.stringify(shape)
}

const digestOf = (item: unknown): string => createHash('sha256').update(JSON.stringify(item)).digest('base64')

const isOutput = ({ type, role }: Loose): boolean =>
  type === 'reasoning' || type === 'function_call' || role === 'assistant'

/** The words of an output item, alike for the server's item and for ours. An empty message has none. */
function outputWords(item: Loose): string[] {
  const { type, role, phase } = item
  if (type === 'reasoning')
    return [JSON.stringify(['reasoning', item['id'], item['encrypted_content'] ?? null])]
  if (type === 'function_call') {
    return [JSON.stringify(['call', item['call_id'], item['name'], plain(item['arguments'])])]
  }
  if (role !== 'assistant') return [JSON.stringify(item)]
  const text = textIn(item['content'])
  if (text.trim() === '') return []
  const known = phase === 'commentary' || phase === 'final_answer' ? phase : null
  return [JSON.stringify(['text', text, known])]
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (isLoose(part) ? (part['text'] ?? part['refusal'] ?? '') : '')).join('')
}

/** Arguments without the spaces between their tokens. */
function plain(args: unknown): unknown {
  try {
    return parseJson(String(args))
  } catch (error) {
    if (error instanceof SyntaxError) return args
    throw error
  }
}
