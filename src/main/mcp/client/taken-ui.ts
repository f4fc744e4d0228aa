import type { RemoteTool } from '../messages.ts'

/** The extension of MCP apps and the media type of their pages (SEP-1865). */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
export const APP_MIME = 'text/html;profile=mcp-app'

const LONGEST = 4_000

/** Returns the interactive view that a server declares for a tool; none where it declares nothing. */
export function takenUi(meta: unknown): Pick<RemoteTool, 'ui'> {
  if (!isRecord(meta)) return {}
  const ui = Object.hasOwn(meta, 'ui') && isRecord(meta['ui']) ? meta['ui'] : {}
  // The flat key is that of drafts.
  const address = own(ui, 'resourceUri') ?? own(meta, 'ui/resourceUri')
  const isAddress = typeof address === 'string' && address.startsWith('ui://') && address.length <= LONGEST
  const visibility = own(ui, 'visibility')
  const sees = (who: string) => !Array.isArray(visibility) || visibility.includes(who)
  if (!isAddress && !Array.isArray(visibility)) return {}
  return { ui: { uri: isAddress ? address : null, model: sees('model'), app: sees('app') } }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (record: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined
