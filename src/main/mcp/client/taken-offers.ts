import {
  type Client,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client'
import type { Offers, RemotePrompt, RemoteResource, RemoteTemplate } from '../messages.ts'
import { takenSkills } from './features/skills.ts'
import { readableError } from './readable-error.ts'
import { type Limits, MOST_PAGES, takenTools } from './taken-tools.ts'

/** The most resources, templates and prompts of a server, and the longest description in UTF-16 units. */
const MOST = 1_000
const LONGEST_TEXT = 1_000

/**
 * Returns the tools, resources, prompts and skills of a server. A list of others than tools that fails is empty: the
 * tools still work.
 */
export async function takenOffers(
  client: Client,
  limits: Limits,
  problem: (text: string) => void,
): Promise<Offers> {
  const { resources, prompts } = client.getServerCapabilities() ?? {}
  const orNothing = async <Item>(isOffered: boolean, list: () => Promise<Item[]>): Promise<Item[]> => {
    if (!isOffered) return []
    try {
      return (await list()).slice(0, MOST)
    } catch (error) {
      limits.signal.throwIfAborted()
      problem(readableError(error))
      return []
    }
  }
  const [ofTools, ofResources, ofTemplates, ofPrompts, skills] = await Promise.all([
    takenTools(client, limits),
    orNothing(resources !== undefined, () => takenResources(client, limits)),
    orNothing(resources !== undefined, () => takenTemplates(client, limits)),
    orNothing(prompts !== undefined, () => takenPrompts(client, limits)),
    orNothing(true, () => takenSkills(client, limits)),
  ])
  return { tools: ofTools, resources: ofResources, templates: ofTemplates, prompts: ofPrompts, skills }
}

async function takenResources(client: Client, limits: Limits): Promise<RemoteResource[]> {
  const listed = await pages(async (params) => {
    const { resources: items, nextCursor } = await client.request(
      { method: 'resources/list', params },
      limits,
    )
    return { items, nextCursor }
  })
  return listed.map(({ uri, name, title, description = '', mimeType = '' }) => ({
    uri,
    name: title ?? name,
    mime: mimeType,
    description: description.slice(0, LONGEST_TEXT),
  }))
}

async function takenTemplates(client: Client, limits: Limits): Promise<RemoteTemplate[]> {
  const listed = await pages(async (params) => {
    const request = { method: 'resources/templates/list', params } as const
    const { resourceTemplates: items, nextCursor } = await client.request(request, limits)
    return { items, nextCursor }
  }).catch((error: unknown) => {
    // Many older servers list resources only.
    if (isUnknownMethod(error)) return []
    throw error
  })
  return listed.map(({ uriTemplate, name, title, description = '' }) => ({
    template: uriTemplate,
    name: title ?? name,
    description: description.slice(0, LONGEST_TEXT),
  }))
}

async function takenPrompts(client: Client, limits: Limits): Promise<RemotePrompt[]> {
  const listed = await pages(async (params) => {
    const { prompts: items, nextCursor } = await client.request({ method: 'prompts/list', params }, limits)
    return { items, nextCursor }
  })
  return listed.map(({ name, description = '', arguments: args = [] }) => ({
    name,
    description: description.slice(0, LONGEST_TEXT),
    args: args.slice(0, 50).map((arg) => ({
      name: arg.name,
      description: (arg.description ?? '').slice(0, LONGEST_TEXT),
      required: arg.required === true,
    })),
  }))
}

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | undefined }

/** Reads the pages of a list. A list without an end is cut. */
async function pages<Item>(ask: (params: { cursor?: string }) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES && items.length < MOST; page += 1) {
    const found: Page<Item> = await ask(cursor === undefined ? {} : { cursor })
    items.push(...found.items)
    cursor = found.nextCursor
    if (cursor === undefined || cursors.has(cursor)) break
    cursors.add(cursor)
  }
  return items
}

/** Whether a server does not know a request. */
function isUnknownMethod(error: unknown): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.MethodNotSupportedByProtocolVersion
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound
}
