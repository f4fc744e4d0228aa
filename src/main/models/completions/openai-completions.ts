import { sentEffort } from '#shared/model/sent-effort.ts'
import type { Model } from '../model.ts'
import { callIdsIn, newCallId } from '../protocol/call-ids.ts'
import { createHttpModel, type HttpModelDeps } from '../protocol/http-model.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { createChunkReader } from './chunk-reader.ts'
import { dialectAfter } from './dialect-refusals.ts'
import { wireEffort } from './effort-fields.ts'
import { createBodyWriter } from './request-body.ts'
import { type Dialect, dataUrls, dialectFor, wireDraft, wiringRequest } from './wire-request.ts'

export type OpenAiCompletionsDeps = HttpModelDeps & {
  /** Makes ids for calls to which the server gave none. */
  readonly newCallId?: () => string
}

/** A model behind any server that speaks the OpenAI chat protocol. */
export function createOpenAiCompletions(deps: OpenAiCompletionsDeps): Model {
  const model = createHttpModel(deps, completionsProtocol(deps))
  return { ...model, returnsReasoning: () => model.dialect().returnReasoning }
}

function completionsProtocol({ info, baseUrl, ...deps }: OpenAiCompletionsDeps): Protocol<Dialect> {
  const written = createBodyWriter()
  return {
    dialect: dialectFor(baseUrl, info),
    address: `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
    body: function* (request, files, dialect) {
      const wired = yield* wiringRequest(request, dataUrls(request, files), dialect)
      return yield* written(wired)
    },
    draft: wireDraft,
    adapted: dialectAfter,
    takesPdfs: false,
    sends: ({ pictures, tools }) => ({ pictures, tools }),
    effort: ({ effort }) => {
      const sent = sentEffort(info, effort ?? null)
      return sent === null ? null : wireEffort(sent)
    },
    reader: ({ messages }) =>
      createChunkReader({
        provider: info.provider,
        taken: callIdsIn(messages),
        newCallId: deps.newCallId ?? newCallId,
      }),
  }
}
