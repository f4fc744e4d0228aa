import { chatGptAuthority } from './chatgpt-authority.ts'
import { responsesServed } from './responses-served.ts'
import { isLoose, type Loose, listOf, type ProtocolRequest, type ServedProtocol } from './scripted-answer.ts'

/** Fields that requests of a plan may not have (OpenAI's *Preview limitations*, 2026-11). */
const UNSUPPORTED =
  `background conversation max_output_tokens max_tool_calls metadata moderation multi_agent prompt
  prompt_cache_retention safety_identifier temperature top_logprobs top_p truncation user previous_response_id`.split(
    /\s+/,
  )

const MODELS = [
  { slug: 'gpt-5.2', display_name: 'GPT-5.2', visibility: 'list' },
  { slug: 'gpt-hidden', display_name: 'Hidden', visibility: 'hide' },
]

const isOfPlan = ({ headers }: Pick<ProtocolRequest, 'headers'>) =>
  String(headers['authorization']).startsWith('Bearer at_story_')

/** OpenAI's API for keys and for plans, which differ by their token. */
export const openAiServed: ServedProtocol = {
  ...responsesServed,
  besides: (request) =>
    request.path === '/v1/models' && isOfPlan(request)
      ? { status: 200, body: { models: MODELS } }
      : undefined,
  fault: (request) => (isOfPlan(request) ? planFault(request) : responsesServed.fault(request)),
}

/** The server at which people sign in with ChatGPT. */
export function authorityServed(): ServedProtocol {
  const authority = chatGptAuthority()
  return {
    ...responsesServed,
    accepts: () => false,
    list: () => null,
    besides: ({ path, text = '' }) => authority.answer({ path, text }) ?? undefined,
  }
}

function planFault(request: ProtocolRequest): string | null {
  const { body } = request
  const unsupported = UNSUPPORTED.find((field) => body[field] !== undefined)
  if (unsupported !== undefined) return `Unsupported parameter: '${unsupported}'`
  if (body['stream'] !== true) return "'stream' must be true"
  if (!Array.isArray(body['input'])) return "'input' must be an array"
  const tools = listOf(body['tools'])
  const named = tools.find(({ type }) => type !== 'namespace')
  if (named !== undefined) return `Tools of type ${named['type']} must be in a namespace.`
  const names = new Set(tools.map(({ name }) => name))
  const strange = listOf(body['input']).find(
    (item) => item['type'] === 'function_call' && !names.has(item['namespace']),
  )
  if (strange !== undefined) return `Unknown namespace '${strange['namespace']}'`
  const flat = tools.flatMap((group): Loose[] => listOf(group['tools']).filter(isLoose))
  return responsesServed.fault({ ...request, body: { ...body, tools: flat } })
}
