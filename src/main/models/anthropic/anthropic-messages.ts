import type { ModelInfo } from '#shared/model/model.ts'
import { mostTokensIn } from '../errors/most-tokens.ts'
import { type Refusal, statusOf } from '../errors/refusal.ts'
import { refusesPictures } from '../errors/refused-pictures.ts'
import type { Model } from '../model.ts'
import { callIdsIn, newCallId } from '../protocol/call-ids.ts'
import { createHttpModel, type HttpModelDeps } from '../protocol/http-model.ts'
import { createJsonWriter } from '../protocol/json-writer.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { createAnthropicReader } from './anthropic-reader.ts'
import { type AnthropicDialect, anthropicEffort, anthropicRequest } from './anthropic-request.ts'
import { ANTHROPIC_VERSION } from './anthropic-version.ts'

/** A model behind a server that speaks the Anthropic Messages API. `baseUrl` may end with `/v1` or not. */
export function createAnthropicMessages(deps: HttpModelDeps): Model {
  return createHttpModel(deps, anthropicProtocol(deps))
}

function anthropicProtocol({ info, baseUrl }: HttpModelDeps): Protocol<AnthropicDialect> {
  const address = `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/messages`
  const written = createJsonWriter()
  return {
    dialect: dialectFor(info),
    address,
    headers: { 'anthropic-version': ANTHROPIC_VERSION },
    body: function* (request, files, dialect) {
      const wire = anthropicRequest(request, files, dialect)
      yield
      return written(wire)
    },
    draft: (request, dialect) => anthropicRequest(request, 'named', dialect),
    adapted,
    takesPdfs: true,
    sends: ({ pictures }) => ({ pictures, tools: true }),
    effort: anthropicEffort,
    reader: (request) =>
      createAnthropicReader({ provider: info.provider, taken: callIdsIn(request.messages), newCallId }),
  }
}

function dialectFor({ id, pictures = true }: ModelInfo): AnthropicDialect {
  const thinking = takesBudget(id) ? 'budget' : 'adaptive'
  return {
    thinking,
    refused: [],
    sampling: true,
    cacheMarks: true,
    mostTokens: null,
    pictures,
    pdfs: pictures,
  }
}

/** Claude up to 4.5 takes a thinking budget; later models decide themselves (documentation of 2026-11). */
function takesBudget(id: string): boolean {
  return /claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:-\d{8})?(?:$|[^\d-]))/i.test(id)
}

function adapted(refusal: Refusal, dialect: AnthropicDialect): AnthropicDialect | null {
  const { words } = refusal
  const status = statusOf(refusal)
  if (dialect.pdfs && /\bpdf\b|\bdocument\b/i.test(words) && !/page|too large|exceed/i.test(words)) {
    return { ...dialect, pdfs: false }
  }
  if (dialect.pictures && refusesPictures(status, words)) return { ...dialect, pictures: false, pdfs: false }
  if (status !== 400 && status !== 422) return null
  const most = /max_tokens/.test(words) && !/context/i.test(words) ? mostTokensIn(words) : null
  if (most !== null && most < (dialect.mostTokens ?? Number.POSITIVE_INFINITY)) {
    return { ...dialect, mostTokens: most }
  }
  if (dialect.cacheMarks && /cache_control/i.test(words)) return { ...dialect, cacheMarks: false }
  if (dialect.sampling && /temperature|top_p/i.test(words)) return { ...dialect, sampling: false }
  if (!/thinking|effort|output_config|budget_tokens/i.test(words)) return null
  return dialect.thinking === 'none' ? null : nextThinking(dialect)
}

/** Tries the other way to ask for thinking, and none after both were refused. */
function nextThinking(dialect: AnthropicDialect): AnthropicDialect {
  const refused = [...dialect.refused, dialect.thinking]
  const thinking = (['adaptive', 'budget'] as const).find((way) => !refused.includes(way)) ?? 'none'
  return { ...dialect, thinking, refused }
}
