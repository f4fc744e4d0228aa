import type { ProjectId } from '#shared/ids.ts'
import { instanceOf, type ServerDefinition } from './definition.ts'
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

/** The most folders for which one server runs at once. Beyond them the one that was idle longest ends. */
const MOST_FOLDERS = 6

/** The servers that may run, and those that do. */
export function createRunningServers({ isDistrusted, rows, start }: Deps) {
  /** By key and folder, the newest use last. */
  const running = new Map<string, Server>()
  const named = (key: string) => [...running].filter(([, { definition }]) => definition.key === key)
  const isEnabled = ({ key, config }: ServerDefinition): boolean =>
    rows.of(key).enabled ?? config.enabled ?? true
  /** Whether the person lets a server start as it is configured now. */
  const isTrusted = async ({ key, projectId, digest }: ServerDefinition): Promise<boolean> => {
    if (projectId === null) return true
    return rows.of(key).trusted === digest && !(await isDistrusted(projectId))
  }
  const mayRun = async (definition: ServerDefinition): Promise<boolean> =>
    isEnabled(definition) && (await isTrusted(definition))
  const end = (instance: string): void => {
    running.get(instance)?.stop()
    running.delete(instance)
  }
  const stop = (key: string): void => {
    for (const [instance] of named(key)) end(instance)
  }
  const endIdle = (key: string): void => {
    const all = named(key)
    const idle = all.slice(0, -1).filter(([, server]) => !server.isBusy())
    for (const [instance] of idle.slice(0, Math.max(0, all.length - MOST_FOLDERS))) end(instance)
  }
  return {
    isEnabled,
    isTrusted,
    mayRun,
    stop,
    /** The server for the folder of a definition, or else the one that was used last. */
    of: (definition: ServerDefinition): Server | undefined =>
      running.get(instanceOf(definition)) ?? named(definition.key).at(-1)?.[1],
    /** Ends those of the same key for other folders. Their next use starts them again. */
    stopOthers: (definition: ServerDefinition): void => {
      for (const [instance] of named(definition.key)) if (instance !== instanceOf(definition)) end(instance)
    },
    all: (): readonly Server[] => [...running.values()],
    /** The server of a definition. One that is configured in another way is ended first. */
    get: (definition: ServerDefinition): Server => {
      const { key, digest, shown } = definition
      const instance = instanceOf(definition)
      const known = running.get(instance)
      running.delete(instance)
      if (known !== undefined && isSame(known.definition, definition)) {
        running.set(instance, known)
        return known
      }
      known?.stop()
      const made = start(definition, {
        listing: () => rows.listing(key, digest, shown),
        listed: (listing) => rows.list(key, digest, listing, shown),
        apps: () => rows.of(key).appsFor === digest,
      })
      running.set(instance, made)
      endIdle(key)
      return made
    },
    /** Ends those of a place that are not configured there any more, or may not run. */
    tidy: async (projectId: ProjectId | null, servers: readonly ServerDefinition[]): Promise<void> => {
      for (const [instance, server] of [...running]) {
        if (server.definition.projectId !== projectId) continue
        const now = servers.find(({ key }) => key === server.definition.key)
        const isKept = now !== undefined && isSame(withoutFolder(now), withoutFolder(server.definition))
        if (!isKept || !(await mayRun(now))) end(instance)
      }
    },
    stopAll: (): void => {
      for (const instance of [...running.keys()]) end(instance)
    },
  }
}

export type RunningServers = ReturnType<typeof createRunningServers>

const isSame = (one: ServerDefinition, other: ServerDefinition): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const withoutFolder = ({ shown: _, ...definition }: ServerDefinition): ServerDefinition => definition
