import type { SamplingAnswer, SamplingRequest } from '#shared/mcp/sampling.ts'
import type { ToolContext } from '../../tools/tool.ts'
import type { ServerDefinition } from '../definition.ts'
import type { McpRows } from '../rows.ts'

type Deps = {
  readonly rows: Pick<McpRows, 'sampledTokens' | 'addSampled'>
  /** The local date. */
  readonly today: () => string
}

/** The most tokens of one answer, and of a server per day where its settings name none. */
const LONGEST_ANSWER = 16_000
const USUAL_TOKENS = 200_000

/** Passes requests of servers on to models, within the limit of the server. */
export function createSampling({ rows, today }: Deps) {
  return async (
    { key, name, config }: ServerDefinition,
    request: SamplingRequest,
    { sample }: Pick<ToolContext, 'sample'>,
    signal: AbortSignal,
  ): Promise<SamplingAnswer> => {
    if (config.sampling !== true) return refused('Sampling is off for this server.')
    const limit = config.samplingTokens ?? USUAL_TOKENS
    const left = limit - rows.sampledTokens(key, today())
    if (left <= 0) return refused(`The limit of ${limit} tokens a day is used up.`)
    const maxTokens = Math.min(request.maxTokens, LONGEST_ANSWER, left)
    const { answer, tokens } = await sample({ server: name, ...request, maxTokens, mostTokens: left }, signal)
    if (tokens > 0) rows.addSampled(key, today(), tokens)
    return answer
  }
}

const refused = (reason: string): SamplingAnswer => ({ action: 'refused', reason })
