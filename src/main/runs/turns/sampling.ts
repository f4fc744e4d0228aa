import type { NewDurableEvent } from '#shared/events/event.ts'
import type { BlobId, SessionId } from '#shared/ids.ts'
import { type SamplingAnswer, samplingText } from '#shared/mcp/sampling.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { priceOf, pricesOf } from '#shared/model/price-of.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import { tokensOf } from '#shared/session/usage.ts'
import type { Sampled, SamplingAsk } from '../../tools/tool.ts'
import type { SampleCall, ToolCallDeps } from '../calls/calling.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { requestOnce, type Writer } from './request-once.ts'
import { systemRunRecord } from './system-run-record.ts'

/** The agent that requests of MCP servers are counted under. */
export const SAMPLING_AGENT = 'sampling'

const LIMIT_MS = 5 * 60_000
/** An estimate of the tokens of a picture. */
const PICTURE_TOKENS = 1_600

/** The models for requests of MCP servers. */
export type Sampler = {
  /** Returns the model of a run. */
  readonly writerFor: (run: RunRecord) => Pick<Writer, 'info' | 'stream'>
  readonly countTokens: (text: string) => number
  /** Keeps the bytes of a picture, and reads them again. */
  readonly putBytes: (bytes: Uint8Array, mime: string) => Promise<BlobId>
  readonly readFile: (blobId: string) => Promise<Uint8Array>
  readonly store: (sessionId: SessionId, events: readonly NewDurableEvent[]) => void
}

type Deps = Pick<ToolCallDeps, 'approvals' | 'newId' | 'clock'> & { readonly sampler: Sampler }

/**
 * Asks the model of a run for an MCP server. The person sees the whole request and its highest cost, and allows it each
 * time, in every mode. The request is stored and priced as a run of its own.
 */
export async function sampleFor(
  deps: Deps,
  run: RunHandle,
  { call, limit, root }: SampleCall,
  asked: SamplingAsk,
  signal: AbortSignal,
): Promise<Sampled> {
  const { server, system, messages, maxTokens, mostTokens } = asked
  const { info, stream } = deps.sampler.writerFor(run.record())
  if (info.pictures === false && messages.some(({ pictures }) => pictures !== undefined)) {
    return nothing('The model sees no pictures.')
  }
  const text = samplingText(asked)
  const sent = messages.reduce((sum, { pictures = [] }) => sum + pictures.length, 0)
  const input = deps.sampler.countTokens(text) + sent * PICTURE_TOKENS
  if (input >= mostTokens) {
    return nothing('The request is larger than the tokens that are left for today.')
  }
  const prompt = await Promise.all(messages.map((message) => messageOf(message, deps.sampler)))
  const pictures = prompt.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.t === 'file' ? [part.blobId] : [])),
  )
  const preview = {
    kind: 'sampling' as const,
    server,
    model: info.label,
    text,
    maxTokens,
    costUsd: mostCost(info, { input, output: maxTokens }),
    ...(info.plan === undefined ? {} : { covered: true as const }),
    ...(pictures.length === 0 ? {} : { pictures }),
  }
  const until = AbortSignal.any([run.signal, signal])
  const request = () =>
    deps.approvals.request(
      run,
      {
        what: 'permission',
        prompt: call.name,
        callId: call.callId,
        tool: call.name,
        args: call.args,
        agentId: run.record().agentId,
        cwd: root,
        proposedRules: [],
        preview,
      },
      until,
    )
  const { outcome } = await limit.whilePaused(request)
  if (outcome !== 'approved') return nothing('The person did not allow the request.')
  const answered = await requestOnce(
    {
      sessionId: run.sessionId,
      writer: { info, stream, persona: system },
      prompt,
      readFile: deps.sampler.readFile,
      reserveOutput: maxTokens,
      limitMs: LIMIT_MS,
      clock: deps.clock,
      tooSlow: say('mcp.modelTooSlow', { model: info.label }),
    },
    until,
  )
  const failed = answered.text === null
  const outcomeOf = { agentId: SAMPLING_AGENT, model: info.ref, asked: answered, failed }
  deps.sampler.store(run.sessionId, systemRunRecord(deps.newId('run'), run.record(), outcomeOf))
  const tokens = tokensOf(answered.usage)
  if (answered.text === null) return { ...nothing('The model did not answer.'), tokens }
  return { answer: { action: 'sampled', text: answered.text, model: info.label }, tokens }
}

function nothing(reason: string): Sampled {
  const answer: SamplingAnswer = { action: 'refused', reason }
  return { answer, tokens: 0 }
}

async function messageOf(
  { role, text, pictures = [] }: SamplingAsk['messages'][number],
  { putBytes }: Pick<Sampler, 'putBytes'>,
): Promise<Message> {
  const files = await Promise.all(
    pictures.map(async ({ mime, data }) => {
      return { t: 'file' as const, mime, blobId: await putBytes(Buffer.from(data, 'base64'), mime) }
    }),
  )
  return { role, parts: [...(text === '' ? [] : [{ t: 'text' as const, text }]), ...files] }
}

/** The highest cost in US dollars; null where the price is not known. */
function mostCost(
  info: ModelInfo,
  usage: { readonly input: number; readonly output: number },
): number | null {
  const prices = pricesOf(info)
  return prices === null ? null : priceOf(usage, prices).usd
}
