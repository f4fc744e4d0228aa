import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BlobId } from '#shared/ids.ts'
import { AgentId, CallId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import { McpServer } from '#shared/mcp/server-config.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { createProcessTree } from '../../../src/main/lib/programs/process-tree.ts'
import { createRedactor } from '../../../src/main/lib/redact.ts'
import { serveRouted } from '../../../src/main/mcp/client/network/serve-routed.ts'
import { openConnection } from '../../../src/main/mcp/client/open-connection.ts'

import { createClientHost } from '../../../src/main/mcp/client-host.ts'
import type { McpProcess } from '../../../src/main/mcp/client-port.ts'
import { defineServer, type ServerDefinition } from '../../../src/main/mcp/definition.ts'
import { createMessageLog } from '../../../src/main/mcp/inspector/message-log.ts'
import { createMessageRows } from '../../../src/main/mcp/inspector/message-rows.ts'
import type { OAuthSettings } from '../../../src/main/mcp/messages.ts'
import { createMcpRows } from '../../../src/main/mcp/rows.ts'
import { createServer } from '../../../src/main/mcp/server.ts'
import { createServers } from '../../../src/main/mcp/servers.ts'
import { createCredentialVault } from '../../../src/main/mcp/sign-in/credential-vault.ts'
import type { Tool, ToolContext, ToolResult } from '../../../src/main/tools/tool.ts'
import { openTestLog } from '../data/open-log.ts'

/** The project of servers that are not the person's own. */
export const PROJECT = ProjectId.parse('prj_00000000000000000000000001')

const folder = resolve(import.meta.dirname)

type ScriptedServer =
  | 'old-server'
  | 'new-server'
  | 'old-content-server'
  | 'new-content-server'
  | 'hostile-server'
  | 'task-server'
  | 'loose-server'
  | 'app-server'
  | 'skill-server'
  | 'folder-server'
  | 'tricky-server'

/** The configuration of a scripted server that is started as a program. */
export function program(file: ScriptedServer, ...args: string[]): McpServer {
  return McpServer.parse({ command: process.execPath, args: [join(folder, `${file}.mjs`), ...args] })
}

type Inside = {
  readonly signInMs?: number
  /** The longest wait for an answer of an authorization server in milliseconds. */
  readonly authAnswerMs?: number
  /** The environment of the process, which names certificates. */
  readonly env?: Readonly<Record<string, string>>
}

/** The process of the connections, inside this one: messages are copied as between processes. */
export function processInside({ env = {}, ...options }: Inside = {}): McpProcess {
  const hearing = new Set<(message: unknown) => void>()
  const ending = new Set<() => void>()
  const serve = serveRouted({
    env,
    post: (message) => {
      const copy = structuredClone(message)
      setImmediate(() => {
        for (const listener of hearing) listener(copy)
      })
    },
    open: openConnection,
    ...options,
  })
  return {
    post: (message) => {
      const copy = structuredClone(message)
      setImmediate(() => serve(copy))
    },
    onMessage: (listener) => {
      hearing.add(listener)
      return () => void hearing.delete(listener)
    },
    onExit: (listener) => {
      ending.add(listener)
      return () => void ending.delete(listener)
    },
    kill: () => {
      for (const listener of ending) listener()
    },
  }
}

type Options = {
  /** Where the servers are configured: by the person, or by a project. */
  readonly source?: ServerDefinition['source']
  readonly distrusts?: () => boolean
  readonly spawn?: () => McpProcess
  readonly oauth?: OAuthSettings
  readonly proxyFor?: (url: URL) => Promise<URL | null>
  /** Follows an address as the person's browser does. */
  readonly openLink?: (url: string) => Promise<void>
}

/** Servers with these configurations over real programs and addresses, with real SQLite. */
export function openMcpRig(configs: Record<string, McpServer>, options: Options = {}) {
  const { db } = openTestLog()
  const home = mkdtempSync(join(tmpdir(), 'orrery mcp '))
  const rows = createMcpRows(db)
  const kept = new Set<number>()
  const pids: number[] = []
  const secrets = new Map<string, string>()
  const hidden = new Set<string>()
  const credentials = createCredentialVault({
    read: async (name) => secrets.get(name) ?? null,
    write: async (name, value) => void secrets.set(name, value),
    remove: async (name) => void secrets.delete(name),
    hide: (value) => void hidden.add(value),
  })
  let spawned = 0
  let changes = 0
  const updates: string[] = []
  const client = createClientHost({
    spawn: () => {
      spawned += 1
      return (options.spawn ?? (() => processInside()))()
    },
    keep: (pid) => {
      kept.add(pid)
      pids.push(pid)
      return () => void kept.delete(pid)
    },
    processes: createProcessTree({ platform: process.platform, clock: systemClock }),
    clock: systemClock,
    logger: silentLogger,
    version: 'test',
    credentials,
    proxyFor: options.proxyFor ?? (async () => null),
  })
  let current = configs
  const source = options.source ?? 'user'
  const define = (): ServerDefinition[] =>
    Object.entries(current).map(([name, config]) =>
      defineServer({ name, source, projectId: source === 'user' ? null : PROJECT, root: null, config }),
    )
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
  const messages = createMessageRows(db)
  const redactor = createRedactor()
  redactor.add('tide-secret')
  const record = createMessageLog({
    rows: messages,
    hide: redactor.text,
    hideIn: redactor.data,
    stored: () => {},
  })
  const servers = createServers({
    messages,
    hideIn: redactor.data,
    configured: async () => ({ servers: define(), problems: [] }),
    isDistrusted: async () => options.distrusts?.() ?? false,
    rows,
    signIns: { client, credentials, openLink: options.openLink ?? (async () => {}) },
    start: (definition, keeping) =>
      createServer({
        definition,
        client,
        clock: systemClock,
        ...keeping,
        prepare: async ({ config }) => ({
          leave: async () => {},
          start:
            config.url === undefined
              ? {
                  kind: 'stdio',
                  file: config.command ?? '',
                  args: config.args ?? [],
                  cwd: home,
                  environment: { ...env, ...config.env },
                }
              : {
                  kind: 'http',
                  url: config.url,
                  headers: config.headers ?? {},
                  transport: config.transport === 'sse' ? 'sse' : 'auto',
                  oauth: options.oauth ?? { client: null, documentUrl: null, port: null },
                },
        }),
        updated: (uri) => void updates.push(uri),
        record: (traffic) => record(definition.key, traffic),
        changed: () => {
          changes += 1
        },
        hide: (text) => text.replaceAll('tide-secret', '[hidden]'),
      }),
    tool: {
      shorten: async (text) => (text.length > 30_000 ? `${text.slice(0, 15_000)} … cut` : text),
      beforeCall: async () => async () => ({ looked: true, added: 1, changed: 0, removed: 0, unlisted: 0 }),
    },
    guarded: (tool) => tool,
    countTokens: (text) => Math.ceil(text.length / 4),
    now: () => systemClock.now(),
    logger: silentLogger,
    changed: () => {},
    skillsChanged: () => {},
  })
  const close = async () => {
    servers.stop()
    await client.close()
  }
  onTestFinished(async () => {
    await close()
    rmSync(home, { recursive: true, force: true })
  })
  return {
    servers,
    rows,
    messages,
    home,
    kept,
    pids,
    updates,
    close,
    secrets,
    hidden,
    spawned: () => spawned,
    changes: () => changes,
    reconfigure: (next: Record<string, McpServer>) => {
      current = next
    },
    tools: (signal = never(), folder: string | null = null) =>
      servers.toolsFor(source === 'user' ? null : PROJECT, folder, signal),
    health: async () => (await servers.list(null)).servers.map(({ name, health }) => [name, health.state]),
  }
}

export const never = (): AbortSignal => new AbortController().signal

/** Calls a tool as a run does, and returns its result with what it reported meanwhile. */
export async function callTool(
  tool: Tool | undefined,
  args: unknown,
  {
    signal = never(),
    ...given
  }: { readonly signal?: AbortSignal } & Partial<Pick<ToolContext, 'fill' | 'sample' | 'root'>> = {},
): Promise<ToolResult & { readonly progressed: string; readonly kept: readonly string[] }> {
  if (tool === undefined) throw new Error('There is no such tool.')
  const opened = tool.open(args)
  if (!opened.ok) throw new Error(opened.problem)
  let progressed = ''
  const mimes: string[] = []
  const context = contextOf({
    progress: (text) => {
      progressed += text
    },
    ...given,
    blobs: {
      putBytes: async (_, mime) => {
        mimes.push(mime)
        return `blb_${mimes.length}` as BlobId
      },
    },
  })
  const plan = await opened.call.plan(context, signal)
  return { ...(await opened.call.run(context, signal, plan)), progressed, kept: mimes }
}

function contextOf(given: Pick<ToolContext, 'progress' | 'blobs'> & Partial<ToolContext>): ToolContext {
  const unused = () => {
    throw new Error('An MCP tool does not use this.')
  }
  return {
    sessionId: SessionId.parse('ses_00000000000000000000000001'),
    runId: RunId.parse('run_00000000000000000000000001'),
    agentId: AgentId.parse('main'),
    callId: CallId.parse('call-1'),
    root: tmpdir(),
    reads: { seen: () => null, note: () => {}, all: () => [] },
    judge: () => 'allow',
    spend: unused,
    standing: () => [],
    outputs: { keep: unused, find: unused },
    ask: unused,
    fill: unused,
    sample: unused,
    approvePlan: unused,
    approveOutside: unused,
    failStep: unused,
    acceptPlan: unused,
    setPlan: unused,
    notes: { all: () => [], set: unused },
    reach: () => ({ direct: [], deferred: [] }),
    ...given,
  }
}
