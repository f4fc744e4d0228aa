import {
  isLoose,
  type Loose,
  listOf,
  type ProtocolRequest,
  piecesOf,
  type ScriptedAnswer,
  type ServedProtocol,
  signed,
  USAGE,
} from './scripted-answer.ts'

/** The chat protocol of OpenAI with the reasoning details of OpenRouter, and with the rules of its strictest servers. */
export const completionsServed: ServedProtocol = {
  accepts: (path) => path.endsWith('/chat/completions'),
  list: (path, ids) =>
    path === '/v1/models' ? { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) } : null,
  fault: ({ headers, body }) => {
    if (headers['authorization'] === undefined) return 'Missing bearer token'
    return messagesFault(listOf(body['messages']), String(body['model']))
  },
  stream: (answer, request) => streamOf(answer, request),
  refusal: (_status, message) => ({ error: { message, type: 'invalid_request_error' } }),
}

/** A provider of the protocol: where it answers, the form of its reasoning, and rules of its own. */
export type CompletionsProvider = {
  /** The path before `/chat/completions`. */
  readonly root: string
  readonly reasoning: 'reasoning' | 'reasoning_content' | 'parts'
  /** Whether the reasoning of a tool round must come back. */
  readonly wantsReasoningBack?: true
  /** Whether ids of calls are nine letters and digits. */
  readonly nineLetterIds?: true
}

/** The chat protocol as one provider serves it. Fields of other providers are refused. */
export function completionsAt(provider: CompletionsProvider): ServedProtocol {
  const { root, reasoning } = provider
  return {
    ...completionsServed,
    accepts: (path) => path === `${root}/chat/completions`,
    list: (path, ids) =>
      path === `${root}/models` ? { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) } : null,
    fault: (request) =>
      completionsServed.fault(request) ??
      listOf(request.body['messages'])
        .map((message) => ownFault(provider, message))
        .find(isText) ??
      null,
    stream: (answer, request) => streamOf(answer, request, reasoning),
  }
}

function ownFault({ wantsReasoningBack, nineLetterIds }: CompletionsProvider, message: Loose): string | null {
  const calls = listOf(message['tool_calls'])
  if (message['reasoning_details'] !== undefined) return 'reasoning_details: Extra inputs are not permitted'
  if (wantsReasoningBack === true && calls.length > 0 && message['reasoning_content'] === undefined) {
    return 'The reasoning_content in the thinking mode must be passed back to the API.'
  }
  if (wantsReasoningBack !== true && message['reasoning_content'] !== undefined) {
    return 'reasoning_content: Extra inputs are not permitted'
  }
  const isLong = nineLetterIds === true && calls.some(({ id }) => !/^[A-Za-z0-9]{9}$/.test(String(id)))
  return isLong ? 'Tool call id must be a-z, A-Z, 0-9, with a length of 9.' : null
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function messagesFault(messages: readonly Loose[], model: string): string | null {
  if (messages.length === 0) return 'messages: empty'
  let open: unknown[] = []
  let before = ''
  const used = new Set<unknown>()
  for (const [at, message] of messages.entries()) {
    const role = String(message['role'])
    if (role === 'system' && at > 0) return 'System message must be at the beginning.'
    if (role === 'tool') {
      if (!open.includes(message['tool_call_id'])) return `No call with the id ${message['tool_call_id']}`
      open = open.filter((id) => id !== message['tool_call_id'])
    } else if (open.length > 0) return `Calls without a result: ${open.join(', ')}`
    if (role === before && role !== 'tool') return `Roles must alternate, found ${role} twice.`
    if (role === 'assistant') {
      const fault = assistantFault(message, model, used)
      if (fault !== null) return fault
      open = listOf(message['tool_calls']).map(({ id }) => id)
    } else if (message['content'] === '' || message['content'] === undefined)
      return `messages.${at}: empty content`
    before = role
  }
  return open.length > 0 ? `Calls without a result: ${open.join(', ')}` : null
}

function assistantFault(message: Loose, model: string, used: Set<unknown>): string | null {
  const calls = listOf(message['tool_calls'])
  if (!message['content'] && calls.length === 0) return 'Assistant message must have content or tool_calls.'
  for (const call of calls) {
    const made = isLoose(call['function']) ? call['function'] : {}
    if (typeof call['id'] !== 'string' || !/^[A-Za-z0-9_-]{1,40}$/.test(call['id'])) return 'Invalid call id.'
    if (used.has(call['id'])) return `Call id ${call['id']} is used twice.`
    used.add(call['id'])
    if (!isLoose(JSON.parse(String(made['arguments'])))) return 'Arguments must be an object.'
  }
  for (const detail of listOf(message['reasoning_details'])) {
    if (detail['signature'] !== signed(model, String(detail['text'])))
      return 'Invalid signature in reasoning_details.'
  }
  return message['reasoning_details'] === undefined || Array.isArray(message['reasoning_details'])
    ? null
    : 'reasoning_details must be a list.'
}

function streamOf(
  { parts, stop, usage: told }: ScriptedAnswer,
  { body }: ProtocolRequest,
  reasoning: CompletionsProvider['reasoning'] | 'details' = 'details',
): string[] {
  const model = String(body['model'])
  const usage = { ...USAGE, ...told }
  const lines: string[] = []
  const head = { id: 'c1', object: 'chat.completion.chunk', created: 0, model }
  const send = (data: object) => void lines.push(`data: ${JSON.stringify({ ...head, ...data })}\n\n`)
  const delta = (change: object) => send({ choices: [{ index: 0, delta: change, finish_reason: null }] })
  let calls = 0
  delta({ role: 'assistant', content: '' })
  for (const part of parts) {
    if (part.t === 'text') for (const content of piecesOf(part.text)) delta({ content })
    else if (part.t === 'reasoning' && reasoning !== 'details') {
      for (const text of piecesOf(part.text)) {
        const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text }] }]
        delta(reasoning === 'parts' ? { content: thinking } : { [reasoning]: text })
      }
    } else if (part.t === 'reasoning') {
      const detail = { type: 'reasoning.text', index: 0 }
      for (const text of piecesOf(part.text))
        delta({ reasoning: text, reasoning_details: [{ ...detail, text }] })
      delta({ reasoning_details: [{ ...detail, text: '', signature: signed(model, part.text) }] })
    } else if (part.t === 'call') {
      const { id, name, args } = part
      delta({ tool_calls: [{ index: calls, id, type: 'function', function: { name, arguments: '' } }] })
      for (const text of piecesOf(JSON.stringify(args))) {
        delta({ tool_calls: [{ index: calls, function: { arguments: text } }] })
      }
      calls += 1
    }
  }
  const reason = calls > 0 ? 'tool_calls' : 'stop'
  send({ choices: [{ index: 0, delta: {}, finish_reason: stop === 'length' ? 'length' : reason }] })
  send({
    choices: [],
    usage: {
      prompt_tokens: usage.input + usage.cacheRead,
      prompt_tokens_details: { cached_tokens: usage.cacheRead },
      completion_tokens: usage.output,
      completion_tokens_details: { reasoning_tokens: usage.reasoning },
    },
  })
  lines.push('data: [DONE]\n\n')
  return lines
}
