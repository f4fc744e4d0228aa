import { app, type BrowserWindow, clipboard, dialog, nativeTheme, session, shell } from 'electron'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Confirmation, ProgramFiles, ShellPort } from '../app-port.ts'
import type { Logger } from '../lib/logger.ts'
import type { AskpassRunner } from '../lib/programs/askpass-runner.ts'
import { spawnKeychain } from './children/keychain-child.ts'
import { spawnMcp } from './children/mcp-child.ts'
import { spawnTerminals } from './children/terminal-child.ts'
import { spawnTools } from './children/tools-child.ts'
import { createDesktopNotices } from './desktop-notices.ts'
import { openAtLine } from './open-at-line.ts'
import type { KeepRunning } from './tray/keep-running.ts'
import { openKeeping } from './tray/open-keeping.ts'
import type { WindowStateFile } from './windows/window-state.ts'
import type { Windows } from './windows/windows.ts'
import type { Words } from './words.ts'

type PortDeps = {
  readonly windows: Windows
  readonly state: WindowStateFile
  readonly words: () => Words
  readonly logger: Logger
  /** Called with what keeps the app running without a window. */
  readonly kept: (keeping: KeepRunning) => void
  /** The language of the shell's own words has changed. */
  readonly retold: () => void
  readonly applyKeys: ShellPort['applyKeys']
  /** The built file of the process that talks to the keychain. */
  readonly keychainFile: string
  /** The built file of the processes in which tools work. */
  readonly toolsFile: string
  /** The built file of the process that speaks with MCP servers. */
  readonly mcpFile: string
  /** The built file of the process that holds the pseudo terminals. */
  readonly terminalFile: string
  readonly files: ProgramFiles
  readonly frameOf: ShellPort['frameOf']
  readonly systemLocale: string
}

/** The desktop, as far as the app may use it. */
export function createShellPort({
  windows,
  state,
  words,
  logger,
  kept,
  retold,
  applyKeys,
  keychainFile,
  toolsFile,
  mcpFile,
  terminalFile,
  files,
  frameOf,
  systemLocale,
}: PortDeps): ShellPort {
  const keeping = openKeeping({ windows, words, logger })
  kept(keeping)
  return {
    openLink,
    openPath: async (path) => {
      const problem = await shell.openPath(path)
      if (problem !== '') throw AppError.saying('other', say('file.notOpened', { path, problem }))
    },
    openAtLine,
    showInFolder: (path) => shell.showItemInFolder(path),
    pickFolder: async (windowId) => {
      const window = windows.get(windowId)
      if (window === null) return null
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: words().chooseFolder,
        properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
      })
      return canceled ? null : (filePaths[0] ?? null)
    },
    pickSaveFile: async (windowId, name) => {
      const window = windows.get(windowId)
      if (window === null) return null
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: words().exportChat,
        defaultPath: name,
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      })
      return canceled || filePath === undefined || filePath === '' ? null : filePath
    },
    pickFile: async (windowId, extensions) => {
      const window = windows.get(windowId)
      if (window === null) return null
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: words().importChat,
        filters: [{ name: words().chatFiles, extensions: [...extensions] }],
        properties: ['openFile', 'dontAddToRecent'],
      })
      return canceled ? null : (filePaths[0] ?? null)
    },
    confirm: (windowId, question) => ask(windows.get(windowId), question),
    confirmInFront: (question) => ask(windows.front(), question),
    // Older versions of Electron answer at once.
    writeClipboard: async (text) => clipboard.writeText(text),
    readClipboard: async () => clipboard.readText(),
    newWindow: () => windows.open(),
    quit: () => app.quit(),
    relaunch: () => {
      app.relaunch()
      app.quit()
    },
    fullScreen: (windowId, on) => {
      const window = windows.get(windowId)
      if (window === null) return false
      if (on === null) return window.isFullScreen()
      window.setFullScreen(on)
      // The system switches later; this is what was asked for.
      return on
    },
    notify: createDesktopNotices(windows.focus),
    send: windows.send,
    applyLook: ({ theme, locale }) => {
      const before = state.get().locale
      state.set({ theme, locale })
      nativeTheme.themeSource = theme
      if (locale !== before) retold()
    },
    applyKeys,
    hasTray: keeping.hasTray,
    applyPresence: keeping.apply,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    spawnKeychain: () => spawnKeychain(keychainFile),
    spawnTools: (env) => spawnTools(toolsFile, env),
    spawnMcp: (env) => spawnMcp(mcpFile, env),
    spawnTerminals: (env) => spawnTerminals(terminalFile, env),
    files,
    askpass: askpassApp(),
    frameOf,
    systemLocale,
    electronVersion: process.versions.electron,
    appVersion: app.getVersion(),
  }
}

async function openLink(url: string): Promise<void> {
  if (!URL.canParse(url) || !['http:', 'https:', 'mailto:'].includes(new URL(url).protocol)) {
    throw AppError.saying('ipc.refused', say('app.onlyLinks'))
  }
  await shell.openExternal(new URL(url).href)
}

/** The way to start this app once more, only to pass on a question of git. */
function askpassApp(): AskpassRunner {
  return {
    executable: process.execPath,
    switch: app.commandLine.hasSwitch('no-sandbox') ? '--no-sandbox' : '',
    folder: app.isPackaged ? '' : app.getAppPath(),
  }
}

/** Asks over a window; false without one. The answer that changes nothing has the focus. */
async function ask(window: BrowserWindow | null, question: Confirmation): Promise<boolean> {
  if (window === null) return false
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: question.title,
    message: question.title,
    detail: question.detail,
    buttons: [question.confirm, question.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}
