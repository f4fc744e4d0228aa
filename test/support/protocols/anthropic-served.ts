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

/** The Anthropic Messages API as its documentation and its refusals describe it (2026-11). */
export const anthropicServed: ServedProtocol = {
  accepts: (path) => path.startsWith('/v1/messages'),
  list: (path, ids) =>
    path.startsWith('/v1/models?limit=')
      ? { data: ids.map((id) => ({ id, type: 'model', display_name: id })), has_more: false }
      : null,
  fault: (request) => headerFault(request) ?? bodyFault(request.body),
  stream: streamOf,
  refusal: (status, message) => ({
    type: 'error',
    error: { type: status === 529 ? 'overloaded_error' : 'invalid_request_error', message },
  }),
}

function headerFault({ headers }: ProtocolRequest): string | null {
  if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required'
  const key = headers['x-api-key'] ?? headers['authorization']
  return key === undefined ? 'x-api-key header is required' : null
}

function bodyFault(body: Loose): string | null {
  const messages = listOf(body['messages'])
  const maxTokens = body['max_tokens']
  if (typeof maxTokens !== 'number' || maxTokens < 1) return 'max_tokens: must be at least 1'
  if (messages.length === 0) return 'messages: at least one message is required'
  const marks = JSON.stringify(body).match(/"cache_control":\{/g)?.length ?? 0
  if (marks > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`
  return (
    thinkingFault(body, maxTokens) ?? toolsFault(body) ?? messagesFault(messages, String(body['model']), body)
  )
}

function thinkingFault(body: Loose, maxTokens: number): string | null {
  const thinking = isLoose(body['thinking']) ? body['thinking'] : { type: 'disabled' }
  if (thinking['type'] === 'disabled') return null
  const budget = thinking['budget_tokens']
  const model = String(body['model'])
  if (thinking['type'] === 'enabled') {
    if (model.includes('adaptive-only')) return 'thinking.type: "enabled" is not supported, use "adaptive"'
    if (typeof budget !== 'number' || budget < 1024) return 'thinking.budget_tokens: must be at least 1024'
    if (budget >= maxTokens) return 'max_tokens must be greater than thinking.budget_tokens'
  } else if (model.includes('budget-only'))
    return 'thinking.type: adaptive thinking is not supported on this model'
  if (body['temperature'] !== undefined && body['temperature'] !== 1)
    return 'temperature may only be set to 1'
  if (body['top_p'] !== undefined) return 'top_p must be unset when thinking is enabled'
  const choice = body['tool_choice']
  const isForced = isLoose(choice) && (choice['type'] === 'tool' || choice['type'] === 'any')
  return isForced ? 'Thinking may not be enabled when tool_choice forces tool use.' : null
}

function toolsFault(body: Loose): string | null {
  const tools = listOf(body['tools'])
  for (const { name, input_schema: schema } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name))) return 'tools.name: String should match pattern'
    if (!isLoose(schema) || schema['type'] !== 'object') return 'tools.input_schema.type: must be object'
  }
  return new Set(tools.map(({ name }) => name)).size === tools.length
    ? null
    : 'tools: Tool names must be unique.'
}

function messagesFault(messages: readonly Loose[], model: string, body: Loose): string | null {
  const seen = new Set<unknown>()
  for (const [at, message] of messages.entries()) {
    const role = at % 2 === 0 ? 'user' : 'assistant'
    // The API joins neighbours of one role; ours never sends them.
    if (message['role'] !== role) return `messages.${at}: roles must alternate, expected ${role}`
    const blocks = blocksOf(message)
    if (blocks.length === 0) return `messages.${at}: content must not be empty`
    const fault =
      role === 'user'
        ? userFault(blocks, at === 0 ? [] : callsOf(messages[at - 1]))
        : assistantFault(blocks, model, seen)
    if (fault !== null) return `messages.${at}: ${fault}`
  }
  if (messages.at(-1)?.['role'] === 'assistant')
    return 'This model does not support assistant message prefill.'
  return openingFault(messages, body)
}

/** With a thinking budget, the answer whose calls are being answered must begin with its thinking. */
function openingFault(messages: readonly Loose[], body: Loose): string | null {
  const thinking = body['thinking']
  const last = messages.at(-2)
  if (!isLoose(thinking) || thinking['type'] !== 'enabled' || callsOf(last).length === 0) return null
  const type = blocksOf(last)[0]?.['type']
  return type === 'thinking' || type === 'redacted_thinking'
    ? null
    : `Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\``
}

function userFault(blocks: readonly Loose[], calls: readonly unknown[]): string | null {
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const answered = results.map((block) => block['tool_use_id'])
  const missing = calls.filter((id) => !answered.includes(id))
  if (missing.length > 0) return `tool_use ids were found without tool_result blocks: ${missing.join(', ')}`
  const stray = answered.filter((id) => !calls.includes(id))
  if (stray.length > 0) return `unexpected tool_use_id in tool_result: ${stray.join(', ')}`
  if (new Set(answered).size !== answered.length) return 'each tool_use must have a single result'
  if (blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result')) {
    return 'tool_result blocks must come first'
  }
  return blocks.map(seenFault).find((fault) => fault !== null) ?? null
}

function seenFault(block: Loose): string | null {
  if (block['type'] === 'text' && !isFilled(block['text'])) return 'text content blocks must be non-empty'
  if (block['type'] === 'tool_result' && Array.isArray(block['content'])) {
    return (
      listOf(block['content'])
        .map(seenFault)
        .find((fault) => fault !== null) ?? null
    )
  }
  const source = block['source']
  if (block['type'] === 'image' && isLoose(source)) {
    const type = String(source['media_type'])
    return /^image\/(jpeg|png|gif|webp)$/.test(type) ? null : `media_type: ${type} is not supported`
  }
  return null
}

function assistantFault(blocks: readonly Loose[], model: string, seen: Set<unknown>): string | null {
  for (const block of blocks) {
    if (block['type'] === 'text' && !isFilled(block['text'])) return 'text content blocks must be non-empty'
    if (block['type'] === 'thinking' && block['signature'] !== signed(model, String(block['thinking']))) {
      return 'Invalid `signature` in `thinking` block'
    }
    if (block['type'] === 'redacted_thinking' && !String(block['data']).startsWith(`${model}:`)) {
      return 'Invalid `data` in `redacted_thinking` block'
    }
    if (block['type'] !== 'tool_use') continue
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(block['id']))) return 'tool_use.id: String should match pattern'
    if (seen.has(block['id'])) return '`tool_use` ids must be unique'
    if (!isLoose(block['input'])) return 'tool_use.input: Input should be a valid dictionary'
    seen.add(block['id'])
  }
  const last = blocks.at(-1)?.['type']
  return last === 'thinking' || last === 'redacted_thinking' ? 'The final block cannot be `thinking`' : null
}

function blocksOf(message: Loose | undefined): Loose[] {
  const content = message?.['content']
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
}

function callsOf(message: Loose | undefined): unknown[] {
  return blocksOf(message)
    .filter(({ type }) => type === 'tool_use')
    .map(({ id }) => id)
}

function isFilled(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== ''
}

function streamOf({ parts, stop, usage: told }: ScriptedAnswer, { body }: ProtocolRequest): string[] {
  const model = String(body['model'])
  const usage = { ...USAGE, ...told }
  const lines: string[] = []
  const send = (type: string, data: object) =>
    void lines.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  const counts = {
    input_tokens: usage.input,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: usage.cacheWrite,
  }
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null }
  send('message_start', { message: { ...head, stop_sequence: null, usage: { ...counts, output_tokens: 1 } } })
  send('ping', {})
  for (const [index, part] of parts.entries()) {
    const delta = (change: object) => send('content_block_delta', { index, delta: change })
    if (part.t === 'text') {
      send('content_block_start', { index, content_block: { type: 'text', text: '' } })
      for (const text of piecesOf(part.text)) delta({ type: 'text_delta', text })
    } else if (part.t === 'reasoning') {
      send('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } })
      for (const thinking of piecesOf(part.text)) delta({ type: 'thinking_delta', thinking })
      delta({ type: 'signature_delta', signature: signed(model, part.text) })
    } else if (part.t === 'hidden') {
      const data = `${model}:${part.data}`
      send('content_block_start', { index, content_block: { type: 'redacted_thinking', data } })
    } else {
      const { id, name } = part
      send('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } })
      for (const partial_json of piecesOf(part.written ?? JSON.stringify(part.args)))
        delta({ type: 'input_json_delta', partial_json })
    }
    send('content_block_stop', { index })
  }
  const calls = parts.some(({ t }) => t === 'call')
  const stopReason =
    stop === 'length' ? 'max_tokens' : stop === 'refusal' ? 'refusal' : calls ? 'tool_use' : 'end_turn'
  send('message_delta', {
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: {
      ...counts,
      output_tokens: usage.output,
      output_tokens_details: { thinking_tokens: usage.reasoning },
    },
  })
  send('message_stop', {})
  return lines
}
