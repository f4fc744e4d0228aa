import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId } from '#shared/ids.ts'
import { importServers } from '#shared/mcp/import-json.ts'
import type { McpImport } from '#shared/mcp/mcp-list.ts'
import { type McpServer, serversOf } from '#shared/mcp/server-config.ts'
import { type McpEditable, withKeptValues, withoutValues } from '#shared/mcp/server-edit.ts'
import { pluginNames } from '#shared/plugin/plugin-names.ts'
import { say } from '#shared/sentences.ts'
import type { ShellPort } from '../../app-port.ts'
import type { Config } from '../../config/load-config.ts'
import { readProjectMcp } from '../../config/project-mcp.ts'
import { estimateTokens } from '../../context/budget/count-tokens.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Scope } from '../../lib/scope.ts'
import { Secret } from '../../lib/secret.ts'
import { createClientHost } from '../../mcp/client-host.ts'
import { defineServer, shownIn } from '../../mcp/definition.ts'
import { createMessageLog } from '../../mcp/inspector/message-log.ts'
import { createMessageRows } from '../../mcp/inspector/message-rows.ts'
import { createMcpRows } from '../../mcp/rows.ts'
import { createServer } from '../../mcp/server.ts'
import { type ConfiguredServers, createServers } from '../../mcp/servers.ts'
import { createCredentialVault, type SecretVault } from '../../mcp/sign-in/credential-vault.ts'
import { createProxyRoute } from '../../models/http/proxy-route.ts'
import type { KeepProgram } from '../../processes/keeper.ts'
import type { Projects } from '../../projects/registry.ts'
import type { BeforeCommand } from '../../tools/bash/command-deps.ts'
import { isTooLong, shortenedOutput } from '../../tools/bash/shortened-output.ts'
import type { Tool, ToolContext } from '../../tools/tool.ts'
import { SECRET_MARK } from '../../tools/without-secrets.ts'
import type { Vault } from '../../vault/vault.ts'
import { createPrepareMcp } from './prepare-mcp.ts'

export type McpDeps = Omit<Parameters<typeof createPrepareMcp>[0], 'rules' | 'documentUrl' | 'issuerOf'> & {
  readonly vault: Pick<Vault, 'read' | 'set' | 'delete'>
  readonly db: Database
  readonly config: Pick<Config, 'current' | 'saveMcpServers' | 'removeMcpServer'>
  readonly projects: Pick<Projects, 'get' | 'pathOf'>
  readonly shell: Pick<ShellPort, 'spawnMcp' | 'appVersion' | 'openLink' | 'resolveProxy'>
  readonly ofOwnProcess: () => Readonly<Record<string, string>>
  readonly keep: KeepProgram
  readonly processes: ProcessTree
  readonly redactor: Pick<Redactor, 'known' | 'text' | 'data' | 'add'>
  readonly guarded: (tool: Tool) => Tool
  readonly beforeCommand: BeforeCommand
  /** The folder for unpacked bundles. */
  readonly bundles: string
  readonly clock: Clock
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  readonly scope: Scope
  readonly plugins: PluginServers
  /** The servers that the command line named for this process. */
  readonly ofCommandLine: ReadonlyMap<string, McpServer>
}

/** The servers of plugins whose files are those that the person installed. `root` holds what their programs may write. */
type PluginServers = {
  readonly servers: () => Promise<
    readonly {
      readonly plugin: string
      readonly name: string
      readonly root: string
      readonly config: McpServer
    }[]
  >
}

/** The events after which there may be other servers. */
const CHANGING: ReadonlySet<AppEvent['kind']> = new Set([
  'config.changed',
  'project.changed',
  'plugins.changed',
])

/** The window for merging change events, in milliseconds. */
const GATHER_MS = 100

/** MCP servers: those of the person and of projects. Nothing of them is read or started before an agent or a window asks. */
export function openMcp(deps: McpDeps) {
  const { db, config, clock, logger, redactor, scope } = deps
  const rows = createMcpRows(db)
  const prepare = createPrepareMcp({
    keys: deps.keys,
    commandEnvironment: deps.commandEnvironment,
    enterSandbox: deps.enterSandbox,
    sandboxSettings: deps.sandboxSettings,
    rules: () => config.current().permissions ?? [],
    documentUrl: () => config.current().mcp?.clientMetadataUrl ?? null,
    issuerOf: ({ key, digest }) => rows.listing(key, digest)?.issuer ?? null,
  })
  const credentials = createCredentialVault(secretVaultOf(deps))
  const client = createClientHost({
    spawn: () => deps.shell.spawnMcp(deps.ofOwnProcess()),
    keep: deps.keep,
    processes: deps.processes,
    clock,
    logger,
    version: deps.shell.appVersion,
    credentials,
    proxyFor: createProxyRoute(process.env, deps.shell.resolveProxy),
  })
  let changes = 0
  const tellChanged = createChanged(deps)
  const changed = () => {
    changes += 1
    tellChanged()
  }
  scope.add(
    deps.hear(({ kind }) => {
      if (CHANGING.has(kind)) changes += 1
    }),
  )
  const hide = (text: string) => redactor.text(redactor.known(text, SECRET_MARK))
  const messages = createMessageRows(db)
  const record = createMessageLog({
    rows: messages,
    hide,
    hideIn: redactor.data,
    stored: (key) => deps.tell({ kind: 'mcp.messages', key }),
  })
  const servers = createServers({
    rows,
    messages,
    hideIn: redactor.data,
    logger,
    changed,
    skillsChanged: () => deps.tell({ kind: 'skills.changed', projectId: null }),
    signIns: { client, credentials, openLink: deps.shell.openLink },
    configured: createConfigured(deps),
    isDistrusted: async (id) => (await projectOrNull(deps, id))?.trusted === false,
    start: (definition, kept) =>
      createServer({
        definition,
        client,
        prepare,
        clock,
        changed,
        listing: kept.listing,
        listed: kept.listed,
        apps: kept.apps,
        updated: (uri) => deps.tell({ kind: 'mcp.resource', key: definition.key, uri }),
        record: (traffic) => record(definition.key, traffic),
        hide,
      }),
    tool: { shorten, beforeCall: (context, signal) => deps.beforeCommand(context, signal) },
    guarded: deps.guarded,
    countTokens: estimateTokens,
    now: clock.now,
  })
  scope.add(async () => {
    servers.stop()
    await client.close()
  })
  return { ...servers, ...createEdits(deps, servers, changed), changes: () => changes }
}

/** The longest wait for the vault, which may ask the person, in milliseconds. */
const VAULT_MS = 120_000
const VAULT_USE = { by: 'MCP sign-in', purpose: 'call' } as const

function secretVaultOf({ vault, redactor }: McpDeps): SecretVault {
  const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof AppError && error.code === 'vault.not_found') return null
      throw error
    }
  }
  const limit = () => AbortSignal.timeout(VAULT_MS)
  return {
    read: async (name) => (await unlessMissing(vault.read(name, VAULT_USE, limit())))?.reveal() ?? null,
    write: (name, value) => vault.set(name, new Secret(value), limit()),
    remove: async (name) => void (await unlessMissing(vault.delete(name, limit()))),
    hide: redactor.add,
  }
}

function createChanged({ clock, tell, hear, scope }: McpDeps): () => void {
  let cancel: (() => void) | null = null
  const changed = () => {
    cancel ??= clock.schedule(GATHER_MS, () => {
      cancel = null
      tell({ kind: 'mcp.changed' })
    })
  }
  scope.add(() => cancel?.())
  scope.add(
    hear((event) => {
      if (CHANGING.has(event.kind)) changed()
    }),
  )
  return changed
}

async function projectOrNull({ projects }: McpDeps, id: ProjectId) {
  try {
    return await projects.get(id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'project.not_found') return null
    throw error
  }
}

/**
 * The servers of the command line, of the person, of plugins, and those that a project adds. Those of the command line hide
 * others of the same name; a project's server cannot have the name of another one. A plugin's server gets the name of the plugin in front where the name is taken.
 */
function createConfigured(deps: McpDeps) {
  const now = [...deps.ofCommandLine].map(([name, config]) =>
    defineServer({ name, source: 'user', projectId: null, root: null, config, isOfCommandLine: true }),
  )
  return async (projectId: ProjectId | null): Promise<ConfiguredServers> => {
    const kept = [...serversOf(deps.config.current().mcp ?? {})]
    const own = new Map(kept.filter(([name]) => !deps.ofCommandLine.has(name)))
    const ofUser = [
      ...now,
      ...[...own].map(([name, config]) =>
        defineServer({ name, source: 'user', projectId: null, root: null, config }),
      ),
      ...named(await deps.plugins.servers(), new Map([...own, ...deps.ofCommandLine])).map(
        ({ name, plugin, root, config }) =>
          defineServer({ name, plugin, source: 'plugin', projectId: null, root, config }),
      ),
    ]
    const taken = new Set(ofUser.map(({ name }) => name))
    const root = projectId === null ? null : deps.projects.pathOf(projectId)
    if (root === null) return { servers: ofUser, problems: [] }
    const read = await readProjectMcp(root)
    const ofProject = read.servers.flatMap(({ name, source, config }) =>
      taken.has(name) ? [] : [defineServer({ name, source, projectId, root, config })],
    )
    const hidden = read.servers.filter(({ name }) => taken.has(name)).map(({ name }) => takenProblem(name))
    const servers = [...ofUser, ...ofProject].map((each) => shownIn(each, root))
    return { servers, problems: [...read.problems, ...hidden] }
  }
}

/** Names of servers have no colon, so a hyphen joins the plugin and the server. */
function named(servers: Awaited<ReturnType<PluginServers['servers']>>, own: ReadonlyMap<string, McpServer>) {
  return pluginNames(servers, new Set(own.keys()), {
    nameOf: ({ name }) => name,
    pluginOf: ({ plugin }) => plugin,
    renamed: (server, name) => ({ ...server, name: name.replace(':', '-') }),
  })
}

function takenProblem(name: string): ConfiguredServers['problems'][number] {
  const said = say('mcp.nameTaken', { name })
  return { file: name, message: AppError.saying('config.invalid', said).message, said: [said] }
}

/** Edits the servers in the person's own settings. */
function createEdits(
  { config, bundles }: McpDeps,
  servers: ReturnType<typeof createServers>,
  changed: () => void,
) {
  const own = () => serversOf(config.current().mcp ?? {})
  const add = async (added: ReadonlyMap<string, McpServer>): Promise<void> => {
    await config.saveMcpServers(added)
    changed()
  }
  return {
    add: async (name: string, server: McpServer): Promise<void> => {
      if (own().has(name)) throw AppError.saying('config.invalid', say('mcp.exists', { name }))
      await add(new Map([[name, server]]))
    },
    import: async (text: string): Promise<McpImport> => {
      const { servers: found, problems } = readPasted(text)
      const taken = [...found.keys()].filter((name) => own().has(name))
      const fresh = new Map([...found].filter(([name]) => !taken.includes(name)))
      if (fresh.size > 0) await add(fresh)
      return {
        added: [...fresh.keys()],
        problems: [
          ...problems,
          ...taken.map((name) => ({ name, problem: 'A server of yours has this name already.' })),
        ],
      }
    },
    copy: async (projectId: ProjectId | null, key: string): Promise<void> => {
      const { name, config: server } = await servers.configOf(projectId, key)
      if (own().has(name)) throw AppError.saying('config.invalid', say('mcp.exists', { name }))
      await add(new Map([[name, server]]))
    },
    editable: async (key: string): Promise<McpEditable> => {
      const { name, config: server, digest, source } = await servers.configOf(null, key)
      if (source !== 'user') throw AppError.saying('config.invalid', say('mcp.notYours'))
      return { name, digest, config: withoutValues(server) }
    },
    edit: async (key: string, digest: string, edited: McpServer): Promise<void> => {
      const { name, config: before, digest: now, source } = await servers.configOf(null, key)
      if (source !== 'user') throw AppError.saying('config.invalid', say('mcp.notYours'))
      if (now !== digest) throw AppError.saying('config.invalid', say('mcp.changed'))
      const server = withKeptValues(edited, before)
      if (server === null) throw AppError.saying('config.invalid', say('mcp.keptGone'))
      await add(new Map([[name, { ...server, ...unseen(server, before) }]]))
    },
    isTaken: (name: string): boolean => own().has(name),
    remove: async (projectId: ProjectId | null, key: string): Promise<void> => {
      const { name, source } = await servers.configOf(projectId, key)
      if (source !== 'user') throw AppError.saying('config.invalid', say('mcp.notYours'))
      await config.removeMcpServer(name)
      servers.forget(key)
      changed()
      await rm(join(bundles, name), { recursive: true, force: true })
    },
  }
}

/** The keys that the form does not show. A client id holds for one address. */
function unseen({ url }: McpServer, { enabled, oauth, url: before }: McpServer): Partial<McpServer> {
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(oauth === undefined || url === undefined || url !== before ? {} : { oauth }),
  }
}

function readPasted(text: string): ReturnType<typeof importServers> {
  try {
    const read = importServers(text)
    if (read.servers.size + read.problems.length > 0) return read
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw AppError.saying('config.invalid', say('mcp.noJson'))
  }
  throw AppError.saying('config.invalid', say('mcp.noServers'))
}

async function shorten(text: string, { outputs }: ToolContext): Promise<string> {
  return isTooLong(text) ? shortenedOutput(text, await outputs.keep(text)) : text
}
