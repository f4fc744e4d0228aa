import type { StoredApp } from '#shared/mcp/app.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ToolBlobs } from '../../tools/tool.ts'
import type { ServerDefinition } from '../definition.ts'
import type { RemoteTool } from '../messages.ts'
import type { McpRows } from '../rows.ts'
import type { RunningServers } from '../running-servers.ts'
import { appPage } from './app-resource.ts'

/** The media types of stored pages and results of views. Only these are opened in a frame. */
export const PAGE_MIME = 'text/html;profile=mcp-app'
export const RESULT_MIME = 'application/json;profile=mcp-app-result'

/** The longest result for a view in UTF-16 units, and the longest wait for its page in milliseconds. */
const LONGEST_RESULT = 1_000_000
const PAGE_MS = 15_000

type Deps = {
  readonly rows: Pick<McpRows, 'of'>
  readonly running: Pick<RunningServers, 'get'>
  /** Takes secrets out of JSON-like data. */
  readonly hideIn: (value: unknown) => unknown
  readonly logger: Pick<Logger, 'warn'>
}

type Kept = {
  readonly definition: ServerDefinition
  readonly remote: RemoteTool
  /** The result of the server. */
  readonly value: unknown
  readonly blobs: ToolBlobs
}

/**
 * Creates the function that stores the view of a tool result with its data. Returns null where the tool has none, where
 * views of the server are not allowed, and where its page cannot be read: the text of the result is enough then.
 */
export function createKeepApp({ rows, running, hideIn, logger }: Deps) {
  return async (
    { definition, remote, value, blobs }: Kept,
    signal: AbortSignal,
  ): Promise<StoredApp | null> => {
    const uri = remote.ui?.uri ?? null
    const { key, name, digest } = definition
    if (uri === null || rows.of(key).appsFor !== digest) return null
    const result = JSON.stringify(hideIn(value)) ?? 'null'
    if (result.length > LONGEST_RESULT) return null
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)])
      const page = appPage(await running.get(definition).ask({ what: 'read', uri }, limit))
      if (page === null) throw new Error('The resource is no page of an MCP app.')
      return {
        key,
        uri,
        html: await blobs.putBytes(page, PAGE_MIME),
        result: await blobs.putBytes(Buffer.from(result), RESULT_MIME),
      }
    } catch (error) {
      signal.throwIfAborted()
      logger.warn('The view of a tool result could not be read', { name, uri, reason: String(error) })
      return null
    }
  }
}

export type KeepApp = ReturnType<typeof createKeepApp>
