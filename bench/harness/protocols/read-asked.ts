import type { ProtocolRequest } from '../../../test/support/protocols/scripted-answer.ts'
import { isLoose, type Loose, listOf } from '../../../test/support/protocols/scripted-answer.ts'
import type { Asked, WireMessage } from '../wire.ts'

/** The protocols of the lab beside chat completions, which scripted models read and write. */
export const OTHER_PROTOCOLS = ['anthropic-messages', 'openai-responses', 'google-generative-ai'] as const
export type OtherProtocol = (typeof OTHER_PROTOCOLS)[number]

/** Translates a request of another protocol into chat completions. */
export function readAsked(protocol: OtherProtocol, { body }: Pick<ProtocolRequest, 'body'>): Asked {
  return READERS[protocol](body)
}

const READERS: Readonly<Record<OtherProtocol, (body: Loose) => Asked>> = {
  'anthropic-messages': (body) => ({
    messages: [
      ...systemOf(wordsIn(body['system'])),
      ...listOf(body['messages']).flatMap(({ role, content }) =>
        role === 'assistant' ? [assistantOf(blocksOf(content))] : userOf(blocksOf(content)),
      ),
    ],
    ...toolsOf(listOf(body['tools'])),
    ...limitOf(body['max_tokens']),
  }),
  'openai-responses': (body) => ({
    messages: [...systemOf(String(body['instructions'] ?? '')), ...itemsOf(listOf(body['input']))],
    ...toolsOf(listOf(body['tools'])),
    ...limitOf(body['max_output_tokens']),
  }),
  'google-generative-ai': (body) => {
    const system = isLoose(body['systemInstruction']) ? body['systemInstruction']['parts'] : ''
    const config = isLoose(body['generationConfig']) ? body['generationConfig'] : {}
    const declared = listOf(body['tools']).flatMap((tool) => listOf(tool['functionDeclarations']))
    return {
      messages: [...systemOf(wordsIn(system)), ...listOf(body['contents']).flatMap(contentOf)],
      ...toolsOf(declared),
      ...limitOf(config['maxOutputTokens']),
    }
  },
}

function systemOf(content: string): WireMessage[] {
  return content === '' ? [] : [{ role: 'system', content }]
}

function toolsOf(tools: readonly Loose[]): Pick<Asked, 'tools'> {
  return { tools: tools.map((tool) => ({ function: { ...tool, name: String(tool['name']) } })) }
}

function limitOf(limit: unknown): Pick<Asked, 'max_tokens'> {
  return typeof limit === 'number' ? { max_tokens: limit } : {}
}

function blocksOf(content: unknown): Loose[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
}

function wordsIn(content: unknown): string {
  return blocksOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n')
}

/** Pictures in the form that tasks look for. */
const PICTURE = { type: 'image_url', image_url: { url: 'data:' } }

function userOf(blocks: readonly Loose[]): WireMessage[] {
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const rest = blocks.filter(({ type }) => type !== 'tool_result')
  const shown = results.flatMap(({ content }) => blocksOf(content).filter(({ type }) => type === 'image'))
  const parts = [...shown, ...rest].map((block) => (block['type'] === 'image' ? PICTURE : block))
  return [
    ...results.map(({ tool_use_id: id, content }) => resultOf(String(id), wordsIn(content))),
    ...(parts.length === 0 ? [] : [{ role: 'user' as const, content: parts }]),
  ]
}

function resultOf(tool_call_id: string, content: string): WireMessage {
  return { role: 'tool', tool_call_id, content }
}

function callOf(id: string, name: unknown, args: string) {
  return { id, function: { name: String(name), arguments: args } }
}

function assistantOf(blocks: readonly Loose[]): WireMessage {
  const calls = blocks.filter(({ type }) => type === 'tool_use')
  return {
    role: 'assistant',
    content: wordsIn(blocks.filter(({ type }) => type === 'text')),
    tool_calls: calls.map(({ id, name, input }) => callOf(String(id), name, JSON.stringify(input))),
  }
}

/** Items of the Responses API. Neighbouring ones of the model are one message. */
function itemsOf(items: readonly Loose[]): WireMessage[] {
  const messages: WireMessage[] = []
  const extend = (content: string, calls: NonNullable<WireMessage['tool_calls']>) => {
    const last = messages.at(-1)
    if (last?.role !== 'assistant') messages.push({ role: 'assistant', content, tool_calls: calls })
    else {
      const words = [String(last.content ?? ''), content].filter((text) => text !== '').join('\n')
      messages[messages.length - 1] = {
        ...last,
        content: words,
        tool_calls: [...(last.tool_calls ?? []), ...calls],
      }
    }
  }
  for (const item of items) {
    const { type = 'message', role, content, call_id: id, name, arguments: args, output } = item
    if (type === 'function_call') extend('', [callOf(String(id), name, String(args))])
    else if (type === 'function_call_output') messages.push(...outputOf(String(id), output))
    else if (type === 'message' && role === 'assistant') extend(wordsIn(content), [])
    else if (type === 'message') {
      const parts = blocksOf(content).map((part) =>
        part['type'] === 'input_image' ? PICTURE : textPart(part),
      )
      messages.push({ role: role === 'system' || role === 'developer' ? 'system' : 'user', content: parts })
    }
  }
  return messages
}

function outputOf(id: string, output: unknown): WireMessage[] {
  const hasPicture = listOf(output).some(({ type }) => type === 'input_image')
  const result = resultOf(id, wordsIn(output))
  return hasPicture ? [result, { role: 'user', content: [PICTURE] }] : [result]
}

const textPart = ({ text }: Loose) => ({ type: 'text', text })

/** A content of the Gemini API, whose calls have no ids: they are named by their place and their words. */
function contentOf({ role, parts: all }: Loose, at: number): WireMessage[] {
  const parts = listOf(all)
  if (role === 'model') {
    const calls = parts.map(({ functionCall }) => functionCall).filter(isLoose)
    return [
      {
        role: 'assistant',
        content: parts.map(({ text, thought }) => (thought === true ? '' : (text ?? ''))).join(''),
        tool_calls: calls.map(({ name, args }, index) =>
          callOf(`${at}.${index}`, name, JSON.stringify(args)),
        ),
      },
    ]
  }
  const results = parts.flatMap(({ functionResponse: told }, index) => {
    if (!isLoose(told)) return []
    const words = Object.values(isLoose(told['response']) ? told['response'] : {}).join('\n')
    return [resultOf(`${at}.${index}.${words.length}.${words.slice(0, 40)}`, words)]
  })
  const rest = parts.filter(({ functionResponse }) => functionResponse === undefined)
  const content = rest.map((part) => (isLoose(part['inlineData']) ? PICTURE : textPart(part)))
  return [...results, ...(content.length === 0 ? [] : [{ role: 'user' as const, content }])]
}
