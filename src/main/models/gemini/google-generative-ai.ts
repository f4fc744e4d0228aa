import type { ModelInfo } from '#shared/model/model.ts'
import { type Refusal, statusOf } from '../errors/refusal.ts'
import { refusesPictures } from '../errors/refused-pictures.ts'
import type { Model } from '../model.ts'
import { callIdsIn, newCallId } from '../protocol/call-ids.ts'
import { createHttpModel, type HttpModelDeps } from '../protocol/http-model.ts'
import { createJsonWriter } from '../protocol/json-writer.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { createGeminiReader } from './gemini-reader.ts'
import { type GeminiDialect, geminiEffort, geminiRequest } from './gemini-request.ts'

/** A model behind the Gemini API of Google, Vertex AI included. */
export function createGoogleGenerativeAi(deps: HttpModelDeps): Model {
  return createHttpModel(deps, geminiProtocol(deps))
}

function geminiProtocol({ info, baseUrl }: HttpModelDeps): Protocol<GeminiDialect> {
  const id = encodeURIComponent(info.id.replace(/^models\//, ''))
  const address = `${baseUrl.replace(/\/+$/, '')}/models/${id}:streamGenerateContent?alt=sse`
  const written = createJsonWriter()
  return {
    dialect: dialectFor(info),
    address,
    body: function* (request, files, dialect) {
      const wire = geminiRequest(request, files, dialect)
      yield
      return written(wire)
    },
    draft: (request, dialect) => geminiRequest(request, 'named', dialect),
    adapted,
    takesPdfs: true,
    sends: ({ pictures }) => ({ pictures, tools: true }),
    effort: geminiEffort,
    reader: (request) =>
      createGeminiReader({ provider: info.provider, taken: callIdsIn(request.messages), newCallId }),
  }
}

function dialectFor({ id, pictures = true }: ModelInfo): GeminiDialect {
  const thinking = /gemini-(?:1|2)\b/i.test(id) ? 'budget' : 'level'
  return { thinking, refused: [], pictures, pdfs: pictures }
}

function adapted(refusal: Refusal, dialect: GeminiDialect): GeminiDialect | null {
  const { words } = refusal
  const status = statusOf(refusal)
  if (dialect.pdfs && /\bpdf\b/i.test(words) && !/page|too large|exceed/i.test(words)) {
    return { ...dialect, pdfs: false }
  }
  if (dialect.pictures && refusesPictures(status, words)) return { ...dialect, pictures: false, pdfs: false }
  if (status !== 400 || dialect.thinking === 'none' || !/thinking/i.test(words)) return null
  const refused = [...dialect.refused, dialect.thinking]
  const thinking = (['level', 'budget'] as const).find((way) => !refused.includes(way)) ?? 'none'
  return { ...dialect, thinking, refused }
}
