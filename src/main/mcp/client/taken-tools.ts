import { type Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { RemoteTool } from '../messages.ts'
import { takenUi } from './taken-ui.ts'

/** More tools than agents could use. */
const MOST_TOOLS = 1_000
/** The most pages that are read of a list. */
export const MOST_PAGES = 50
/** Limits of a description and a schema in UTF-16 units. Longer text is cut; a larger schema is left out. */
const LONGEST_TEXT = 4_000
const LARGEST_SCHEMA = 24_000

export type Limits = { readonly signal: AbortSignal; readonly timeout: number }

/** Returns the tools of a server with their definitions. Cuts an endless list. */
export async function takenTools(client: Client, limits: Limits): Promise<RemoteTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const tools = await listed(client, limits)
  return tools.slice(0, MOST_TOOLS).map(taken)
}

/** The library remembers a list that it has fetched itself, which later calls need. It refuses one without end. */
async function listed(client: Client, limits: Limits): Promise<readonly Listed[]> {
  try {
    return (await client.listTools(undefined, { ...limits, cacheMode: 'refresh' })).tools
  } catch (error) {
    if (!(error instanceof SdkError && error.code === SdkErrorCode.ListPaginationExceeded)) throw error
    return await firstPages(client, limits)
  }
}

async function firstPages(client: Client, limits: Limits): Promise<readonly Listed[]> {
  const tools: Listed[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES && tools.length < MOST_TOOLS; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const found = await client.request({ method: 'tools/list', params }, limits)
    tools.push(...found.tools)
    cursor = found.nextCursor
    // A server that sends the same page for ever has no more.
    if (cursor === undefined || cursors.has(cursor)) break
    cursors.add(cursor)
  }
  return tools
}

type Listed = Awaited<ReturnType<Client['listTools']>>['tools'][number]

function taken({ name, description = '', inputSchema, annotations, execution, _meta }: Listed): RemoteTool {
  const schema = JSON.stringify(inputSchema) ?? ''
  return {
    name,
    description: description.slice(0, LONGEST_TEXT),
    inputSchema: schema.length > LARGEST_SCHEMA ? { type: 'object' } : { ...inputSchema },
    hints: [
      ...(annotations?.readOnlyHint === true ? (['readOnly'] as const) : []),
      ...(annotations?.destructiveHint === true ? (['destructive'] as const) : []),
      ...(annotations?.openWorldHint === true ? (['openWorld'] as const) : []),
    ],
    ...(['optional', 'required'].includes(execution?.taskSupport ?? '') ? { tasks: true as const } : {}),
    ...takenUi(_meta),
  }
}
