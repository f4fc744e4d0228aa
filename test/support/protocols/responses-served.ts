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

/** The OpenAI Responses API as its documentation and its refusals describe it (2026-11). */
export const responsesServed: ServedProtocol = {
  accepts: (path) => path.endsWith('/responses'),
  list: (path, ids) =>
    path === '/v1/models' ? { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) } : null,
  fault: ({ headers, body }) => {
    if (headers['authorization'] === undefined && headers['api-key'] === undefined)
      return 'Missing bearer token'
    if (body['store'] !== false) return 'This test server stores nothing.'
    return limitFault(body) ?? toolsFault(body) ?? inputFault(listOf(body['input']), String(body['model']))
  },
  stream: streamOf,
  refusal: (_status, message) => ({
    error: { message, type: 'invalid_request_error', param: null, code: null },
  }),
}

function limitFault(body: Loose): string | null {
  const limit = body['max_output_tokens']
  if (typeof limit === 'number' && limit < 16)
    return "Invalid 'max_output_tokens': integer below minimum value."
  const reasoning = isLoose(body['reasoning']) ? body['reasoning'] : {}
  const isPlain = String(body['model']).includes('plain')
  if (isPlain && reasoning['effort'] !== undefined) return "Unsupported parameter: 'reasoning.effort'"
  return null
}

function toolsFault(body: Loose): string | null {
  const tools = listOf(body['tools'])
  for (const { type, name, parameters } of tools) {
    if (type !== 'function') return `tools.type: ${type} is not a function`
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(name))) return "Invalid 'tools[0].name'"
    if (!isLoose(parameters)) return "Invalid 'tools[0].parameters'"
  }
  return null
}

function inputFault(items: readonly Loose[], model: string): string | null {
  if (items.length === 0) return "Invalid 'input': empty array."
  const calls = new Set<unknown>()
  const open = new Set<unknown>()
  for (const [at, item] of items.entries()) {
    const type = item['type'] ?? 'message'
    if (type === 'reasoning') {
      const fault = reasoningFault(item, items[at + 1], model)
      if (fault !== null) return fault
    } else if (type === 'function_call') {
      const id = item['call_id']
      if (typeof id !== 'string' || id === '' || id.length > 64) return `Invalid 'input[${at}].call_id'`
      if (calls.has(id)) return `Duplicate item found with call_id ${id}`
      if (!isJsonObject(item['arguments'])) return `Invalid 'input[${at}].arguments'`
      calls.add(id)
      open.add(id)
    } else if (type === 'function_call_output') {
      if (!open.delete(item['call_id']))
        return `No tool call found for function call output ${item['call_id']}`
      if (typeof item['output'] !== 'string' && listOf(item['output']).length === 0) {
        return `Invalid 'input[${at}].output'`
      }
    } else if (type === 'message') {
      if (item['role'] === 'user' && open.size > 0) {
        return `No tool output found for function call ${[...open].join(', ')}.`
      }
      const fault = messageFault(item, at)
      if (fault !== null) return fault
    } else return `Invalid value: '${type}'.`
  }
  return open.size === 0 ? null : `No tool output found for function call ${[...open].join(', ')}.`
}

function reasoningFault(item: Loose, next: Loose | undefined, model: string): string | null {
  const summary = listOf(item['summary'])
    .map(({ text }) => text)
    .join('\n\n')
  if (item['encrypted_content'] !== signed(model, `${item['id']}\n${summary}`)) {
    return `The encrypted content for item ${item['id']} could not be verified.`
  }
  const follows = next !== undefined && (next['type'] === 'function_call' || next['role'] === 'assistant')
  return follows || next?.['type'] === 'reasoning'
    ? null
    : `Item '${item['id']}' of type 'reasoning' was provided without its required following item.`
}

function messageFault({ role, content }: Loose, at: number): string | null {
  if (!['user', 'assistant', 'system', 'developer'].includes(String(role)))
    return `Invalid 'input[${at}].role'`
  if (typeof content === 'string') return content === '' ? `Invalid 'input[${at}].content': empty` : null
  const parts = listOf(content)
  if (parts.length === 0) return `Invalid 'input[${at}].content': empty array`
  const allowed =
    role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file']
  return parts.every(({ type }) => allowed.includes(String(type))) ? null : `Invalid 'input[${at}].content'`
}

function isJsonObject(text: unknown): boolean {
  try {
    return isLoose(JSON.parse(String(text)))
  } catch {
    return false
  }
}

function streamOf({ parts, stop, usage: told }: ScriptedAnswer, { body }: ProtocolRequest): string[] {
  const model = String(body['model'])
  const usage = { ...USAGE, ...told }
  const lines: string[] = []
  let sequence_number = 0
  const send = (type: string, data: object) => {
    lines.push(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...data })}\n\n`)
    sequence_number += 1
  }
  const head = { id: 'resp_1', object: 'response', created_at: 0, model, output: [], error: null }
  send('response.created', { response: { ...head, status: 'in_progress', incomplete_details: null } })
  const output: object[] = []
  for (const [output_index, part] of parts.entries()) {
    const prefix = part.t === 'text' || part.t === 'call' ? 'item' : 'rs'
    const item_id = `${prefix}_${output_index}`
    const tell = (type: string, data: object) => send(type, { item_id, output_index, ...data })
    const add = (item: object) => send('response.output_item.added', { output_index, item })
    const done = (item: object) => {
      output.push(item)
      send('response.output_item.done', { output_index, item })
    }
    if (part.t === 'text') {
      const message = { type: 'message', id: item_id, role: 'assistant', phase: 'commentary' }
      add({ ...message, status: 'in_progress', content: [] })
      const text = { type: 'output_text', text: part.text, annotations: [], logprobs: [] }
      tell('response.content_part.added', { content_index: 0, part: { ...text, text: '' } })
      for (const delta of piecesOf(part.text))
        tell('response.output_text.delta', { content_index: 0, delta, logprobs: [] })
      tell('response.output_text.done', { content_index: 0, text: part.text, logprobs: [] })
      tell('response.content_part.done', { content_index: 0, part: text })
      done({ ...message, status: 'completed', content: [text] })
    } else if (part.t === 'call') {
      const { id, name } = part
      const args = part.written ?? JSON.stringify(part.args)
      const call = { type: 'function_call', id: item_id, call_id: id, name }
      add({ ...call, status: 'in_progress', arguments: '' })
      for (const delta of piecesOf(args)) tell('response.function_call_arguments.delta', { delta })
      tell('response.function_call_arguments.done', { name, arguments: args })
      done({ ...call, status: 'completed', arguments: args })
    } else {
      const paragraphs = part.t === 'hidden' ? [] : part.text.split('\n\n')
      const id = item_id
      add({ type: 'reasoning', id, summary: [] })
      for (const [summary_index, text] of paragraphs.entries()) {
        const begun = { type: 'summary_text', text: '' }
        tell('response.reasoning_summary_part.added', { summary_index, part: begun })
        for (const delta of piecesOf(text))
          tell('response.reasoning_summary_text.delta', { summary_index, delta })
        tell('response.reasoning_summary_text.done', { summary_index, text })
        tell('response.reasoning_summary_part.done', { summary_index, part: { ...begun, text } })
      }
      done({
        type: 'reasoning',
        id,
        summary: paragraphs.map((text) => ({ type: 'summary_text', text })),
        encrypted_content: signed(model, `${id}\n${paragraphs.join('\n\n')}`),
      })
    }
  }
  const reason = stop === 'length' ? 'max_output_tokens' : stop === 'refusal' ? 'content_filter' : null
  const status = reason === null ? 'completed' : 'incomplete'
  send(`response.${status}`, {
    response: {
      ...head,
      status,
      output,
      incomplete_details: reason === null ? null : { reason },
      usage: {
        input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
        input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
        output_tokens: usage.output,
        output_tokens_details: { reasoning_tokens: usage.reasoning },
        total_tokens: usage.input + usage.cacheRead + usage.cacheWrite + usage.output,
      },
    },
  })
  return lines
}
