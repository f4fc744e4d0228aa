import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { McpDetails, McpList } from '#shared/mcp/mcp-list.ts'
import { say } from '#shared/sentences.ts'
import type { Tool } from '../tools/tool.ts'
import { createServerApps } from './apps/server-apps.ts'
import { createServerContent } from './content/server-content.ts'
import { type ServerDefinition, shownIn, toolDigest } from './definition.ts'
import { createInspector } from './inspector/inspector.ts'
import type { MessageRows } from './inspector/message-rows.ts'
import type { McpRows } from './rows.ts'
import { createRunningServers } from './running-servers.ts'
import { createServerListing } from './server-listing.ts'
import { createServerTools } from './server-tools.ts'
import { createIssuerSignIns, type SignInRoom } from './sign-in/issuer-sign-ins.ts'
import { createServerSkills } from './skills/server-skills.ts'

/** The servers that are configured for a place, and what of its files cannot be used. */
export type ConfiguredServers = {
  readonly servers: readonly ServerDefinition[]
  readonly problems: McpList['problems']
}

type Place = ProjectId | null

type Deps = Parameters<typeof createRunningServers>[0] &
  Omit<Parameters<typeof createServerTools>[0], 'running' | 'asItIsNow'> & {
    readonly configured: (projectId: Place) => Promise<ConfiguredServers>
    readonly rows: McpRows
    readonly messages: MessageRows
    readonly hideIn: (value: unknown) => unknown
    readonly signIns: SignInRoom
    /** Called when agents can load other skills of servers. */
    readonly skillsChanged: () => void
  }

/** All MCP servers: which there are, which may start, and the tools that agents get of them. */
export function createServers(deps: Deps) {
  const { rows } = deps
  const running = createRunningServers(deps)
  const configured = async (projectId: Place): Promise<ConfiguredServers> => {
    const found = await deps.configured(projectId)
    const places = projectId === null ? [null] : [null, projectId]
    for (const place of places) {
      await running.tidy(
        place,
        found.servers.filter((each) => each.projectId === place),
      )
    }
    return found
  }
  const find = async (projectId: Place, key: string): Promise<ServerDefinition> => {
    const { servers } = await configured(projectId)
    const found = servers.find((each) => each.key === key)
    if (found === undefined) throw AppError.saying('config.invalid', say('mcp.gone'))
    return found
  }
  const tools = createServerTools({
    ...deps,
    running,
    asItIsNow: async (definition) => {
      const { servers } = await configured(definition.projectId)
      return servers.find(({ key }) => key === definition.key) ?? { ...definition, digest: '' }
    },
  })
  const signIns = createIssuerSignIns({ ...deps.signIns, rows, running, changed: deps.changed })
  const runnable = async (projectId: Place, key: string): Promise<ServerDefinition> => {
    const definition = await find(projectId, key)
    if (!(await running.mayRun(definition))) throw AppError.saying('config.invalid', say('mcp.notAllowed'))
    return definition
  }
  const { listingOf, detailsOf } = createServerListing({ rows, running, tools, now: deps.now })

  return {
    ...createServerContent({
      rows,
      running,
      serversOf: async (projectId) => (await configured(projectId)).servers,
    }),
    ...createInspector({ ...deps, running, find }),
    ...createServerApps({ ...deps, running, find }),
    ...createServerSkills({
      ...deps,
      running,
      find,
      serversOf: async (projectId) => (await configured(projectId)).servers,
    }),
    ...createChoices({ deps, running, tools, configured, find }),
    list: async (projectId: Place): Promise<McpList> => {
      const { servers, problems } = await configured(projectId)
      return { servers: await Promise.all(servers.map(listingOf)), problems }
    },
    /**
     * The tools that agents get in a project, in a fixed order. Servers whose tools are known for the folder are not
     * started for this.
     */
    toolsFor: async (
      projectId: Place,
      folder: string | null,
      signal: AbortSignal,
    ): Promise<readonly Tool[]> => {
      const { servers } = await configured(projectId)
      const all = await Promise.all(
        servers.map(async (configuredHere) => {
          const definition = shownIn(configuredHere, folder)
          if (!(await running.mayRun(definition))) return []
          const listing = await tools.listing(definition, signal)
          return listing === null ? [] : tools.of(definition, listing)
        }),
      )
      return all.flat().toSorted((left, right) => (left.name < right.name ? -1 : 1))
    },
    details: async (projectId: Place, key: string): Promise<McpDetails> =>
      detailsOf(await find(projectId, key)),
    signIn: async (projectId: Place, key: string, signal: AbortSignal): Promise<void> =>
      signIns.signIn(await runnable(projectId, key), signal),
    cancelSignIn: async (projectId: Place, key: string): Promise<void> =>
      signIns.cancelSignIn(await runnable(projectId, key)),
    setClient: async (
      projectId: Place,
      key: string,
      entered: { readonly id: string; readonly secret: string | null },
    ): Promise<void> => signIns.setClient(await runnable(projectId, key), entered),
    signOut: async (projectId: Place, key: string, signal: AbortSignal): Promise<void> => {
      const { servers } = await configured(projectId)
      await signIns.signOut(await find(projectId, key), servers, signal)
    },
    /** The configuration of a server, to copy it into the person's own settings. */
    configOf: find,
    /** Forgets what is known of a server that was removed. */
    forget: (key: string): void => {
      running.stop(key)
      rows.remove(key)
      deps.messages.clear(key)
    },
    stop: running.stopAll,
  }
}

type Choosing = {
  readonly deps: Deps
  readonly running: ReturnType<typeof createRunningServers>
  readonly tools: ReturnType<typeof createServerTools>
  readonly configured: Deps['configured']
  readonly find: (projectId: Place, key: string) => Promise<ServerDefinition>
}

/** Stores the person's decisions about servers. */
function createChoices({
  deps: { rows, changed, isDistrusted },
  running,
  tools,
  configured,
  find,
}: Choosing) {
  const refuse = (name: 'mcp.notAllowed' | 'mcp.changed' | 'mcp.distrusted') =>
    AppError.saying('config.invalid', say(name))
  return {
    turn: async (projectId: Place, key: string, on: boolean): Promise<void> => {
      const definition = await find(projectId, key)
      rows.enable(definition.key, on)
      await configured(projectId)
      changed()
    },
    restart: async (projectId: Place, key: string, signal: AbortSignal): Promise<void> => {
      const definition = await find(projectId, key)
      if (!(await running.mayRun(definition))) throw refuse('mcp.notAllowed')
      tools.retry(definition)
      running.stopOthers(definition)
      // The health shows the outcome.
      await running
        .get(definition)
        .restart(signal)
        .catch(() => undefined)
    },
    /** Lets a server of a project start as the person has seen it; null takes that back. */
    trust: async (projectId: ProjectId, key: string, digest: string | null): Promise<void> => {
      const definition = await find(projectId, key)
      if (digest !== null && definition.digest !== digest) throw refuse('mcp.changed')
      if (digest !== null && (await isDistrusted(projectId))) throw refuse('mcp.distrusted')
      rows.trust(definition.key, digest)
      await configured(projectId)
      changed()
    },
    markReadOnly: async (projectId: Place, key: string, tool: string, readOnly: boolean): Promise<void> => {
      const definition = await find(projectId, key)
      const remote = rows.listing(key, definition.digest)?.tools.find(({ name }) => name === tool)
      if (remote === undefined) throw AppError.saying('config.invalid', say('mcp.noTool', { tool }))
      rows.markReadOnly(key, toolDigest(remote), readOnly)
      changed()
    },
  }
}
