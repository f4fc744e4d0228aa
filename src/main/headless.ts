import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { WindowMessage } from '#shared/events/delivery.ts'
import { openApp } from './app.ts'
import type { App, AppDeps, KeychainProcess, ProgramFiles, ShellPort } from './app-port.ts'
import { silentLogger } from './lib/logger.ts'
import { createRedactor } from './lib/redact.ts'

type Options = {
  /** The absolute folder of everything the app keeps; made when it is not there. */
  readonly home: string
  /** Hears what a window would hear. */
  readonly send: (windowId: number, message: WindowMessage) => void
  readonly files?: ProgramFiles
  /** Parts of a shell that do something after all. */
  readonly shell?: Partial<ShellPort>
  /** 0: the Practice model answers at once, which leaves no time to stop it. */
  readonly practicePauseMs?: AppDeps['practicePauseMs']
  readonly logSync?: AppDeps['logSync']
  readonly holder?: AppDeps['holder']
  readonly painted?: AppDeps['painted']
  readonly set?: AppDeps['set']
  readonly managed?: AppDeps['managed']
}

/** The whole app under plain Node, with a shell that shows nothing, agrees to nothing and has no keychain. */
export async function openHeadless({
  home,
  send,
  files = BESIDE,
  shell = {},
  practicePauseMs,
  logSync,
  holder,
  painted,
  set,
  managed,
}: Options): Promise<App> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  return openApp({
    shell: { ...blankShell(send, files), ...shell },
    home,
    logger: silentLogger,
    redactor: createRedactor(),
    practicePauseMs,
    logSync,
    holder,
    painted,
    set,
    managed,
  })
}

/** File locations for a module built beside the program files and started in the repository. */
const BESIDE: ProgramFiles = {
  scriptWorker: new URL('./script-worker.js', import.meta.url),
  indexWorker: new URL('./index-worker.js', import.meta.url),
  walWorker: new URL('./wal-worker.js', import.meta.url),
  homeWorker: new URL('./home-worker.js', import.meta.url),
  pageReader: new URL('./page-reader.js', import.meta.url),
  workflows: resolve('resources/workflows'),
}

function blankShell(send: ShellPort['send'], files: ProgramFiles): ShellPort {
  return {
    openLink: async () => {},
    openPath: async () => {},
    openAtLine: async () => false,
    showInFolder: () => {},
    pickFolder: async () => null,
    pickSaveFile: async () => null,
    pickFile: async () => null,
    confirm: async () => false,
    confirmInFront: async () => false,
    writeClipboard: async () => {},
    readClipboard: async () => '',
    newWindow: () => {},
    quit: () => {},
    relaunch: () => {},
    fullScreen: () => false,
    notify: () => {},
    send,
    applyLook: () => {},
    applyKeys: () => {},
    hasTray: async () => false,
    applyPresence: () => {},
    resolveProxy: async () => 'DIRECT',
    spawnKeychain: absentKeychain,
    spawnTools: () => ({ ...absentKeychain(), pid: () => null, onStart: () => () => {} }),
    spawnMcp: absentKeychain,
    spawnTerminals: absentKeychain,
    frameOf: () => 'about:blank',
    files,
    systemLocale: 'en',
    electronVersion: 'none',
    appVersion: 'headless',
  }
}

/** Ends as soon as anybody listens, as a keychain does that is not installed. */
function absentKeychain(): KeychainProcess {
  return {
    post: () => {},
    onMessage: () => () => {},
    onExit: (listener) => {
      queueMicrotask(listener)
      return () => {}
    },
    kill: () => {},
  }
}
