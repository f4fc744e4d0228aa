import type { ModelInfo } from '#shared/model/model.ts'
import { callIdsIn, newCallId } from '../call-ids.ts'
import { createHttpModel, type HttpModelDeps, type Protocol } from '../http-model.ts'
import type { Model } from '../model.ts'
import type { Refusal } from '../refusal.ts'
import { refusesPictures } from '../refused-pictures.ts'
import { createGeminiReader } from './gemini-reader.ts'
import { type GeminiDialect, geminiEffort, geminiRequest } from './gemini-request.ts'

/** A model behind the Gemini API of Google, Vertex AI included. */
export function createGoogleGenerativeAi(deps: HttpModelDeps): Model {
  return createHttpModel(deps, geminiProtocol(deps))
}

function geminiProtocol({ info, baseUrl }: HttpModelDeps): Protocol<GeminiDialect> {
  const id = encodeURIComponent(info.id.replace(/^models\//, ''))
  const address = `${baseUrl.replace(/\/+$/, '')}/models/${id}:streamGenerateContent?alt=sse`
  return {
    dialect: dialectFor(info),
    address: () => address,
    headers: (key) => ({
      accept: 'text/event-stream, application/json',
      ...(key === null ? {} : isAccessToken(key) ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key }),
    }),
    body: geminiRequest,
    adapted,
    namesPictures: ({ pictures }) => !pictures,
    effort: geminiEffort,
    reader: (request) =>
      createGeminiReader({ provider: info.provider, taken: callIdsIn(request.messages), newCallId }),
  }
}

/** Vertex AI takes OAuth access tokens beside API keys. */
function isAccessToken(key: string): boolean {
  return /^ya29\./.test(key)
}

function dialectFor({ id, pictures = true }: ModelInfo): GeminiDialect {
  const thinking = /gemini-(?:1|2)\b/i.test(id) ? 'budget' : 'level'
  return { thinking, refused: [], pictures, pdfs: pictures }
}

function adapted({ status, words }: Refusal, dialect: GeminiDialect): GeminiDialect | null {
  if (dialect.pdfs && /\bpdf\b/i.test(words) && !/page|too large|exceed/i.test(words)) {
    return { ...dialect, pdfs: false }
  }
  if (dialect.pictures && refusesPictures(status, words)) return { ...dialect, pictures: false, pdfs: false }
  if (status !== 400 || dialect.thinking === 'none' || !/thinking/i.test(words)) return null
  const refused = [...dialect.refused, dialect.thinking]
  const thinking = (['level', 'budget'] as const).find((way) => !refused.includes(way)) ?? 'none'
  return { ...dialect, thinking, refused }
}
