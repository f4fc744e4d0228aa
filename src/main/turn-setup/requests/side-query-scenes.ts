import type { BlobId, SessionId } from '#shared/ids.ts'
import type { Storage } from '../../app/storage/open-storage.ts'
import type { RunHooks } from '../../hooks/hooks.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { ModelRequest } from '../../models/model.ts'
import { seesRequests, throughHooks } from '../../runs/turns/hooked-request.ts'
import type { SideQueryScene } from '../../runs/turns/side-query-scene.ts'
import type { IdleScenes } from './idle-scenes.ts'
import type { RequestBuilder } from './request-builder.ts'
import type { SentRequests } from './sent-requests.ts'

type Deps = {
  readonly storage: Pick<Storage, 'paths' | 'blobs'>
  readonly requests: Pick<RequestBuilder, 'for'>
  readonly sent: Pick<SentRequests, 'of'>
  readonly catalog: Pick<Catalog, 'resolve'>
  readonly idle: IdleScenes
  /** Returns the hooks of a chat, whether or not a run is active. */
  readonly hooksAt: (sessionId: SessionId) => Promise<RunHooks>
}

/** The share of the usable window that a summary may take, as in a compaction. */
const SUMMARY_SHARE = 0.1

/**
 * Prepares background questions of a chat. Up to the question the request is byte for byte the next one of the chat, so the
 * provider reads it from its cache and keeps it warm.
 */
export function createSideQueryScenes(deps: Deps) {
  const { storage, requests, sent, catalog, idle } = deps

  return async (sessionId: SessionId): Promise<SideQueryScene | null> => {
    const scene = await idle(sessionId)
    if (scene === null) return null
    const { contextId } = scene
    const path = storage.paths.recent(sessionId, contextId)
    const leaf = path.at(-1)?.id
    if (leaf === undefined) return null
    const resolved = catalog.resolve(scene.model.ref, { onRetry: () => {} })
    // The tools of MCP servers are known to a run only.
    const last = sent.of(sessionId)
    const isSame = last?.contextId === contextId && last.request.model.ref === scene.model.ref
    const build = requests.for(isSame ? { ...scene, tools: () => last.request.tools } : scene)
    const { size } = build()
    const hooks = await deps.hooksAt(sessionId)
    return {
      contextId,
      path,
      leaf,
      model: scene.model,
      stream: resolved.stream,
      tokens: size.total,
      summaryTokens: Math.floor(SUMMARY_SHARE * (size.usable / size.factor)),
      request: async (question, signal) => {
        const message = { role: 'user' as const, parts: [{ t: 'text' as const, text: question }] }
        const built = build([{ kind: 'message', contextId, payload: { message } }])
        if (built.overflow) return null
        const request: ModelRequest = {
          ...built.request,
          ...scene.style,
          sessionId,
          cacheKey: sessionId,
          isAside: true,
          readFile: (blobId) => storage.blobs.bytes(blobId as BlobId),
        }
        return seesRequests(hooks) ? throughHooks(hooks, request, signal) : request
      },
    }
  }
}
