import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { McpPromptListing, McpResourceMatch } from '#shared/mcp/mcp-content.ts'
import { say } from '#shared/sentences.ts'
import type { ServerDefinition } from '../definition.ts'
import type { Completing } from '../messages.ts'
import type { McpRows } from '../rows.ts'
import type { RunningServers } from '../running-servers.ts'
import { findResources, type Known } from './find-resources.ts'
import { type PromptMessage, promptMessage, type RemoteFile, resourceFiles } from './remote-content.ts'

type Place = ProjectId | null

type Deps = {
  readonly rows: Pick<McpRows, 'listing'>
  readonly running: Pick<RunningServers, 'mayRun' | 'get'>
  readonly serversOf: (projectId: Place) => Promise<readonly ServerDefinition[]>
}

/** The longest wait for proposed values and for content, in milliseconds. */
const COMPLETE_MS = 3_000
const CONTENT_MS = 60_000

/** Resources and prompts of servers for the composer. A list never starts a server; content does. */
export function createServerContent({ rows, running, serversOf }: Deps) {
  const known = async (projectId: Place): Promise<readonly Known[]> => {
    const found = (await serversOf(projectId)).map(async (definition) => {
      if (!(await running.mayRun(definition))) return []
      const listing = rows.listing(definition.key, definition.digest)
      return listing === null ? [] : [{ definition, listing }]
    })
    return (await Promise.all(found)).flat()
  }
  const find = async (projectId: Place, key: string): Promise<ServerDefinition> => {
    const found = (await serversOf(projectId)).find((each) => each.key === key)
    if (found === undefined) throw AppError.saying('config.invalid', say('mcp.gone'))
    if (!(await running.mayRun(found))) throw AppError.saying('config.invalid', say('mcp.notAllowed'))
    return found
  }
  const complete = async (
    definition: ServerDefinition,
    completing: Completing,
  ): Promise<readonly string[]> => {
    const signal = AbortSignal.timeout(COMPLETE_MS)
    const values = await running.get(definition).ask({ what: 'complete', ...completing }, signal)
    return z.array(z.string().max(1_000)).max(100).catch([]).parse(values)
  }
  const prompts = async (projectId: Place): Promise<readonly McpPromptListing[]> =>
    (await known(projectId)).flatMap(({ definition: { key, name: server }, listing }) => {
      // The first of two with one name counts.
      const once = new Map(listing.prompts.toReversed().map((prompt) => [prompt.name, prompt]))
      const counted = listing.prompts.filter((prompt) => once.get(prompt.name) === prompt)
      return counted.map((prompt) => ({ key, server, ...prompt }))
    })
  return {
    prompts,
    findResources: async (projectId: Place, typed: string): Promise<readonly McpResourceMatch[]> =>
      findResources(await known(projectId), typed, complete),
    /** Reads a resource, and asks the server to report its changes. */
    readResource: async (
      projectId: Place,
      { key, uri }: { readonly key: string; readonly uri: string },
      signal: AbortSignal,
    ): Promise<readonly RemoteFile[]> => {
      const definition = await find(projectId, key)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(CONTENT_MS)])
      const server = running.get(definition)
      const files = resourceFiles(await server.ask({ what: 'read', uri }, limit), definition.name)
      // A server without updates still has content.
      await server.ask({ what: 'subscribe', uri }, limit).catch(() => undefined)
      return files
    },
    /** Proposes values for an argument of a prompt. */
    completeArgument: async (
      projectId: Place,
      key: string,
      completing: Omit<Completing, 'of'> & { readonly prompt: string },
    ): Promise<readonly string[]> => {
      const { prompt, ...rest } = completing
      return complete(await find(projectId, key), { of: { prompt }, ...rest })
    },
    /** Fills a prompt with arguments. Rejects with an `AppError` of the server's words. */
    fillPrompt: async (
      projectId: Place,
      { key, server, name }: Pick<McpPromptListing, 'key' | 'server' | 'name'>,
      args: Readonly<Record<string, string>>,
      signal: AbortSignal,
    ): Promise<PromptMessage> => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(CONTENT_MS)])
      const answer = await running.get(await find(projectId, key)).ask({ what: 'prompt', name, args }, limit)
      return promptMessage(answer, server)
    },
  }
}

export type ServerContent = ReturnType<typeof createServerContent>
