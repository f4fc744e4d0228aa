import type { ModelInfo } from '#shared/model/model.ts'
import { type Refusal, statusOf } from '../errors/refusal.ts'
import { refusesPictures } from '../errors/refused-pictures.ts'
import type { Model } from '../model.ts'
import { callIdsIn, newCallId } from '../protocol/call-ids.ts'
import { createHttpModel, type HttpModelDeps } from '../protocol/http-model.ts'
import { createJsonWriter } from '../protocol/json-writer.ts'
import type { Continued, Continuing, Protocol } from '../protocol/protocol.ts'
import { createResponsesReader } from './responses-reader.ts'
import {
  type ResponsesDialect,
  type ResponsesRequest,
  responsesEffort,
  responsesRequest,
} from './responses-request.ts'
import type { ResponsesSockets } from './responses-sockets.ts'

/** A model behind a server that speaks the OpenAI Responses API, Azure OpenAI included. */
export function createOpenAiResponses(deps: ResponsesDeps): Model {
  return createHttpModel(deps, responsesProtocol(deps))
}

type ResponsesDeps = HttpModelDeps & {
  /** The connections over which requests of a model with `continuation` continue. Missing: none do. */
  readonly sockets?: ResponsesSockets
}

function responsesProtocol({ info, baseUrl, sockets }: ResponsesDeps): Protocol<ResponsesDialect> {
  const address = `${baseUrl.replace(/\/+$/, '')}/responses`
  const written = createJsonWriter()
  return {
    dialect: dialectFor(info),
    address,
    body: function* (request, files, dialect) {
      const wire = responsesRequest(request, files, dialect)
      yield
      return written(wire)
    },
    draft: (request, dialect, continued = null) =>
      continuedDraft(responsesRequest(request, 'named', dialect), continued),
    ...(sockets === undefined || info.continuation !== true
      ? {}
      : { continuing: (asked, signal) => askSockets(sockets, address, asked, signal) }),
    adapted,
    takesPdfs: true,
    sends: ({ pictures }) => ({ pictures, tools: true }),
    effort: responsesEffort,
    reader: (request) =>
      createResponsesReader({ provider: info.provider, taken: callIdsIn(request.messages), newCallId }),
  }
}

/** Requests of the app itself continue nothing: they have no session, or are not a part of its conversation. */
function askSockets(
  sockets: ResponsesSockets,
  address: string,
  { request, files, dialect, headers, mostBytes, onSent }: Continuing<ResponsesDialect>,
  signal: AbortSignal,
) {
  const { sessionId, cacheKey } = request
  if (sessionId === null || cacheKey === undefined || request.isAside === true) return Promise.resolve(null)
  const body = responsesRequest(request, files, dialect)
  return sockets.ask({ address, headers, sessionId, body, mostBytes, onSent }, signal)
}

function continuedDraft(body: ResponsesRequest, continued: Continued | null): unknown {
  if (continued === null) return body
  const input = Array.isArray(body.input) ? body.input.slice(continued.held) : body.input
  return { ...body, previous_response_id: continued.previous, input }
}

function dialectFor({ pictures = true, plan }: ModelInfo): ResponsesDialect {
  // Requests that a plan pays for name no sampling and no limit (OpenAI's *Preview limitations*, 2026-11).
  const free = plan === undefined
  const all = { temperature: free, topP: free, summaries: true, effort: true, encrypted: true }
  return { ...all, limit: free, cacheKey: true, pictures, pdfs: pictures }
}

/** Fields that a server may not know, by the words of its refusal. The first that matches is left out. */
const LEAVES_OUT: readonly (readonly [field: keyof ResponsesDialect, words: RegExp])[] = [
  ['temperature', /temperature/i],
  ['topP', /top_p/i],
  ['summaries', /summar(?:y|ies)/i],
  ['encrypted', /encrypted|\binclude\b/i],
  ['effort', /effort|\breasoning\b/i],
  ['limit', /max_output_tokens/i],
  ['cacheKey', /prompt_cache_key/i],
]

function adapted(refusal: Refusal, dialect: ResponsesDialect): ResponsesDialect | null {
  const { words } = refusal
  const status = statusOf(refusal)
  if (dialect.pdfs && /input_file|\bpdf\b/i.test(words) && !/page|too large|exceed/i.test(words)) {
    return { ...dialect, pdfs: false }
  }
  if (dialect.pictures && refusesPictures(status, words)) return { ...dialect, pictures: false, pdfs: false }
  if (status !== 400 && status !== 422) return null
  const field = LEAVES_OUT.find(([name, pattern]) => dialect[name] && pattern.test(words))?.[0]
  return field === undefined ? null : { ...dialect, [field]: false }
}
