import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WindowMessage } from '#shared/events/delivery.ts'
import { type CallName, type Handlers, requestSchemaOf } from '#shared/ipc/contract.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import type { ShellPort } from '../app-port.ts'
import { openLog } from '../electron/log.ts'
import type { Client } from './client.ts'
import { forkProcess } from './fork-process.ts'

/** Paths of the built program. */
export type Program = {
  /** The folder of the built main process. */
  readonly main: string
  /** The folder of bundled resources. */
  readonly resources: string
  readonly version: string
}

type Options = {
  readonly home: string
  readonly program: Program
  readonly safeMode: boolean
  readonly set: readonly string[]
  readonly servers: ReadonlyMap<string, McpServer>
}

const WINDOW = 1

/** Opens the app in this process, with the keychain, the tools and MCP servers in processes of their own. */
export async function openOwnClient({ home, program, safeMode, set, servers }: Options): Promise<Client> {
  const log = openLog(home)
  const listeners = new Set<(message: WindowMessage) => void>()
  let chosen: string | null = null
  const shell = ownShell(program, {
    send: (message) => {
      for (const listener of listeners) listener(message)
    },
    chosen: () => chosen,
  })
  const { openApp } = await import('../app.ts')
  const { logger, redactor } = log
  const app = await openApp({ shell, home, logger, redactor, holder: 'run', safeMode, set, servers }).catch(
    async (error: unknown) => {
      await logger.close()
      throw error
    },
  )
  app.windowOpened(WINDOW)
  const call = async (name: CallName, request: unknown, file: string | null): Promise<unknown> => {
    const parsed = requestSchemaOf(name)?.parse(request)
    const handler = app.handlers[name] as (request: unknown, caller: Caller) => unknown
    chosen = file
    try {
      return await handler(parsed, { windowId: WINDOW, isCommandLine: true })
    } finally {
      chosen = null
    }
  }
  return {
    isWindow: false,
    call: ((name: CallName, request: unknown, file?: string) =>
      call(name, request, file ?? null)) as Client['call'],
    hear: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {
      await app.close()
      await logger.close()
    },
  }
}

type Caller = Parameters<Handlers['app.boot']>[1]

type Wires = { readonly send: (message: WindowMessage) => void; readonly chosen: () => string | null }

/** A shell without a desktop: nothing opens, nothing is confirmed, and dialogs answer with the file of the call. */
function ownShell({ main, resources, version }: Program, { send, chosen }: Wires): ShellPort {
  const built = (name: string) => join(main, `${name}.cjs`)
  const url = (name: string) => pathToFileURL(built(name))
  return {
    openLink: async () => {},
    openPath: async () => {},
    openAtLine: async () => false,
    showInFolder: () => {},
    pickFolder: async () => chosen(),
    pickSaveFile: async () => chosen(),
    pickFile: async () => chosen(),
    confirm: async () => false,
    confirmInFront: async () => false,
    writeClipboard: async () => {},
    readClipboard: async () => '',
    newWindow: () => {},
    quit: () => {},
    relaunch: () => {},
    fullScreen: () => false,
    notify: () => {},
    send: (_window, message) => send(message),
    applyLook: () => {},
    applyKeys: () => {},
    hasTray: async () => false,
    applyPresence: () => {},
    // The variables of the environment are read before this; there is no desktop that could name another proxy.
    resolveProxy: async () => 'DIRECT',
    spawnKeychain: () => forkProcess(built('keychain-process'), process.env),
    spawnTools: (env) => forkProcess(built('tools-process'), env),
    spawnMcp: (env) => forkProcess(built('mcp-process'), env),
    spawnTerminals: (env) => forkProcess(built('terminal-process'), env),
    frameOf: () => 'about:blank',
    files: {
      scriptWorker: url('script-worker'),
      indexWorker: url('index-worker'),
      walWorker: url('wal-worker'),
      homeWorker: url('home-worker'),
      pageReader: url('page-reader'),
      workflows: join(resources, 'workflows'),
    },
    systemLocale: Intl.DateTimeFormat().resolvedOptions().locale,
    electronVersion: 'none',
    appVersion: version,
  }
}
