import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type {
  McpMessageFilter,
  McpMessagePage,
  McpMessagePair,
  McpOffers,
  McpTrial,
} from '#shared/mcp/inspector.ts'
import { say } from '#shared/sentences.ts'
import { problemWords } from '../../tools/problem-words.ts'
import type { ToolAct } from '../../tools/tool.ts'
import type { ServerDefinition } from '../definition.ts'
import type { Listing, McpRows } from '../rows.ts'
import type { RunningServers } from '../running-servers.ts'
import { toolActs } from '../tool-acts.ts'
import { fullToolName } from '../tool-names.ts'
import { outerSchema } from '../tool-schema.ts'
import type { MessageRows } from './message-rows.ts'
import { recordingOf } from './recording-of.ts'
import { createTrials, type TriedRequest } from './trials.ts'

type Place = ProjectId | null

type Deps = Parameters<typeof createTrials>[0] & {
  readonly messages: MessageRows
  readonly rows: Pick<McpRows, 'listing' | 'of' | 'used'>
  readonly running: Pick<RunningServers, 'mayRun' | 'get'>
  readonly find: (projectId: Place, key: string) => Promise<ServerDefinition>
}

/** Returns why the rules of a place refuse a call; null where they do not. */
export type RefusedBy = (
  root: string | null,
  tool: string,
  acts: readonly ToolAct[],
) => Promise<string | null>

/** The messages of servers, and requests that the person sends to them by hand. */
export function createInspector(deps: Deps) {
  const { messages, rows, running, find } = deps
  const trials = createTrials(deps)

  const allowed = async (projectId: Place, key: string): Promise<ServerDefinition> => {
    const definition = await find(projectId, key)
    if (!(await running.mayRun(definition))) throw AppError.saying('config.invalid', say('mcp.notAllowed'))
    return definition
  }
  const offersOf = ({ key, digest }: ServerDefinition): Listing | null => rows.listing(key, digest)

  /** Refuses a call that the rules refuse. Sending it by hand answers rules that ask. */
  const checkCall = async (
    definition: ServerDefinition,
    request: Extract<TriedRequest, { what: 'call' }>,
    refusedBy: RefusedBy,
  ): Promise<void> => {
    const { tool, args } = request
    const remote = offersOf(definition)?.tools.find(({ name }) => name === tool)
    if (remote === undefined) throw AppError.saying('config.invalid', say('mcp.noTool', { tool }))
    const parsed = outerSchema(remote.inputSchema).safeParse(args)
    if (!parsed.success) throw AppError.quoting('ipc.refused', problemWords(tool, args, parsed.error))
    const name = fullToolName(definition.name, tool)
    const refusal = await refusedBy(definition.root, name, toolActs(definition.name, name, false))
    if (refusal !== null) throw AppError.quoting('tool.denied', refusal)
  }

  return {
    messages: async (
      projectId: Place,
      key: string,
      filter: McpMessageFilter,
      before: number | null,
    ): Promise<McpMessagePage> => messages.page((await find(projectId, key)).key, filter, before),
    message: async (projectId: Place, key: string, id: number): Promise<McpMessagePair | null> =>
      messages.pair((await find(projectId, key)).key, id),
    clearMessages: async (projectId: Place, key: string): Promise<void> => {
      messages.clear((await find(projectId, key)).key)
      deps.changed()
    },
    /** The stored messages as a recording, and the name of their server. */
    recording: async (projectId: Place, key: string) => {
      const definition = await find(projectId, key)
      const { name } = definition
      const head = { server: name, protocol: offersOf(definition)?.protocol ?? null, exportedAt: deps.now() }
      return { name, text: recordingOf(head, messages.all(definition.key)) }
    },
    offers: async (projectId: Place, key: string): Promise<McpOffers> => {
      const listing = offersOf(await find(projectId, key))
      if (listing === null) return { tools: [], resources: [], templates: [], prompts: [] }
      const { tools, resources, templates, prompts } = listing
      return {
        resources,
        templates,
        prompts,
        tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      }
    },
    /** Sends a request and returns the id of its trial at once. */
    tryRequest: async (
      place: { readonly projectId: Place; readonly key: string },
      request: TriedRequest,
      refusedBy: RefusedBy,
      app: AbortSignal,
    ): Promise<number> => {
      const definition = await allowed(place.projectId, place.key)
      if (request.what === 'call') await checkCall(definition, request, refusedBy)
      const server = running.get(definition)
      return trials.start(async (progress, signal) => {
        if (request.what !== 'call') return await server.ask(request, signal)
        let failed = true
        try {
          const value = await server.call(request.tool, request.args, { progress }, signal)
          failed = false
          return value
        } finally {
          rows.used(definition.key, failed, deps.now())
        }
      }, app)
    },
    trial: (id: number): McpTrial | null => trials.of(id),
    stopTrial: trials.stop,
  }
}
