import type { McpDetails, McpServerListing, McpToolListing } from '#shared/mcp/mcp-list.ts'
import { localDay } from '../lib/local-day.ts'
import { isOffered, kindOf, type ServerDefinition, toolDigest } from './definition.ts'
import { targetOf } from './mcp-tool.ts'
import type { McpRows } from './rows.ts'
import type { RunningServers } from './running-servers.ts'
import { offeredOf, type ServerTools } from './server-tools.ts'
import { hostOf } from './sign-in/server-sign-in.ts'
import { fullToolName } from './tool-names.ts'

type Deps = {
  readonly rows: McpRows
  readonly running: RunningServers
  readonly tools: Pick<ServerTools, 'tokens'>
  readonly now: () => number
}

/** Describes servers for the settings. */
export function createServerListing({ rows, running, tools, now }: Deps) {
  const healthOf = async (definition: ServerDefinition): Promise<McpServerListing['health']> => {
    if (!(await running.isTrusted(definition))) return { state: 'untrusted' }
    if (!running.isEnabled(definition)) return { state: 'off' }
    return running.of(definition)?.health() ?? { state: 'waiting' }
  }
  return {
    listingOf: async (definition: ServerDefinition): Promise<McpServerListing> => {
      const { key, name, source, plugin, projectId, config, digest } = definition
      const { trusted, calls, errors, lastUsedAt, appsFor } = rows.of(key)
      const listing = rows.listing(key, digest)
      const offered = listing === null ? null : offeredOf(definition, listing)
      return {
        key,
        name,
        source,
        projectId,
        digest,
        calls,
        errors,
        lastUsedAt,
        ...(plugin === undefined ? {} : { plugin }),
        kind: kindOf(config),
        target: targetOf(definition),
        given: givenIn(definition),
        changed: trusted !== null && trusted !== digest,
        health: await healthOf(definition),
        enabled: running.isEnabled(definition),
        sandboxed: kindOf(config) === 'stdio' && (source !== 'user' || config.sandbox === true),
        permits: (['roots', 'sampling'] as const).filter((feature) => config[feature] === true),
        apps: appsFor === digest,
        sampledTokens: rows.sampledTokens(key, localDay(now())),
        protocol: listing?.protocol ?? null,
        signedInAt: hostOf(listing?.issuer ?? null),
        tools:
          listing === null || offered === null
            ? null
            : { offered: offered.length, all: listing.tools.length },
        tokens: offered?.reduce((sum, tool) => sum + tools.tokens(definition, tool), 0) ?? null,
      }
    },
    detailsOf: (definition: ServerDefinition): McpDetails => {
      const { key, name: server, config, digest } = definition
      const marks = rows.of(key).readOnly
      return {
        log: running.of(definition)?.log() ?? [],
        tools: (rows.listing(key, digest)?.tools ?? []).map((remote): McpToolListing => {
          const { name, description, hints } = remote
          return {
            name,
            description,
            hints,
            fullName: fullToolName(server, name),
            offered: isOffered(name, config) && remote.ui?.model !== false,
            readOnly: marks.has(toolDigest(remote)),
            tokens: tools.tokens(definition, remote),
          }
        }),
      }
    },
  }
}

/** Lists the variables and headers of a server. Only references are listed with their value. */
function givenIn({ config }: ServerDefinition): string[] {
  const given = { ...config.env, ...config.headers }
  return Object.entries(given).map(([name, value]) =>
    /(^| )(vault|env):/.test(value) ? `${name} = ${value}` : name,
  )
}
