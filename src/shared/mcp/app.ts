import { z } from 'zod'
import { BlobId } from '../ids.ts'

/** The interactive view (MCP app) of a tool result, as it is stored with the result. */
export const StoredApp = z.strictObject({
  /** The key of its server. */
  key: z.string(),
  /** The `ui://` address of its page. */
  uri: z.string(),
  /** The page as HTML, and the result of the server as JSON. */
  html: BlobId,
  result: BlobId,
})
export type StoredApp = z.infer<typeof StoredApp>

/** An open view: the address of its frame, and the result for it as JSON. */
export type McpAppPage = { readonly url: string; readonly result: string }

/** The outcome of a call that a view asked for. `result` is JSON. */
export type McpAppCall =
  | { readonly state: 'done'; readonly result: string }
  /** The person decides about the call with this id. `args` are shown. */
  | { readonly state: 'asks'; readonly ask: number; readonly tool: string; readonly args: string }
  | { readonly state: 'refused'; readonly reason: string }
