import type { ProjectId } from '#shared/ids.ts'
import type { ServerDefinition } from './definition.ts'
import type { McpRows } from './rows.ts'
import type { createServer, Server } from './server.ts'

type Deps = {
  /** Whether the person does not trust a project. */
  readonly isDistrusted: (projectId: ProjectId) => Promise<boolean>
  readonly rows: Pick<McpRows, 'of' | 'listing' | 'list'>
  readonly start: (
    definition: ServerDefinition,
    kept: Pick<Parameters<typeof createServer>[0], 'listing' | 'listed' | 'apps'>,
  ) => Server
}

/** The servers that may run, and those that do. */
export function createRunningServers({ isDistrusted, rows, start }: Deps) {
  const running = new Map<string, Server>()
  const isEnabled = ({ key, config }: ServerDefinition): boolean =>
    rows.of(key).enabled ?? config.enabled ?? true
  /** Whether the person lets a server start as it is configured now. */
  const isTrusted = async ({ key, projectId, digest }: ServerDefinition): Promise<boolean> => {
    if (projectId === null) return true
    return rows.of(key).trusted === digest && !(await isDistrusted(projectId))
  }
  const mayRun = async (definition: ServerDefinition): Promise<boolean> =>
    isEnabled(definition) && (await isTrusted(definition))
  const stop = (key: string): void => {
    running.get(key)?.stop()
    running.delete(key)
  }
  return {
    isEnabled,
    isTrusted,
    mayRun,
    stop,
    of: (key: string): Server | undefined => running.get(key),
    all: (): readonly Server[] => [...running.values()],
    /** The server of a definition. One that is configured in another way is ended first. */
    get: (definition: ServerDefinition): Server => {
      const { key, digest } = definition
      const known = running.get(key)
      if (known !== undefined && isSame(known.definition, definition)) return known
      known?.stop()
      const made = start(definition, {
        listing: () => rows.listing(key, digest),
        listed: (listing) => rows.list(key, digest, listing),
        apps: () => rows.of(key).appsFor === digest,
      })
      running.set(key, made)
      return made
    },
    /** Ends those of a place that are not configured there any more, or may not run. */
    tidy: async (projectId: ProjectId | null, servers: readonly ServerDefinition[]): Promise<void> => {
      for (const [key, server] of [...running]) {
        if (server.definition.projectId !== projectId) continue
        const now = servers.find((each) => each.key === key)
        if (now === undefined || !isSame(now, server.definition) || !(await mayRun(now))) stop(key)
      }
    },
    stopAll: (): void => {
      for (const key of [...running.keys()]) stop(key)
    },
  }
}

export type RunningServers = ReturnType<typeof createRunningServers>

const isSame = (one: ServerDefinition, other: ServerDefinition): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
