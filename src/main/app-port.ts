import type { LogLevel } from '#shared/config/choices.ts'
import type { LocaleChoice, Theme } from '#shared/config/look.ts'
import type { ManagedPlace } from '#shared/config/managed-place.ts'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { KeyBindings } from '#shared/keys/key-actions.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import type { Logger } from './lib/logger.ts'
import type { AskpassRunner } from './lib/programs/askpass-runner.ts'
import type { Redactor } from './lib/redact.ts'

/** The process that talks to the system's keychain, so that a keychain that never answers blocks nothing. */
export type KeychainProcess = {
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  readonly kill: () => void
}

/** A process in which tools of an agent work, so that one that never ends holds up nothing else. */
export type ToolsProcess = {
  /** Null until the system has started it. */
  readonly pid: () => number | null
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onStart: (listener: () => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  /** By force: one that never ends does not hear a polite word. */
  readonly kill: () => void
}

/** The process that speaks with MCP servers, so that none of them can hold up the app. */
export type McpProcess = {
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  /** By force. */
  readonly kill: () => void
}

/** A question with two answers. `confirm` names the act, for example "Reveal". */
export type Confirmation = {
  readonly title: string
  readonly detail: string
  readonly confirm: string
  readonly cancel: string
}

/** The facts that the tray icon shows while windows are closed. */
export type Presence = {
  /** The setting: the app runs without a window. */
  readonly keepRunning: boolean
  /** The number of requests that wait for the person. */
  readonly needsYou: number
}

/** The process that holds the pseudo terminals, so that a fault in native code cannot end the app. */
export type TerminalProcess = {
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  /** By force. */
  readonly kill: () => void
}

/** The file locations of the program, which differ between checkout, build and installer. */
export type ProgramFiles = {
  /** The built thread that workflow scripts run in. */
  readonly scriptWorker: URL
  /** The built thread that keeps the search index. */
  readonly indexWorker: URL
  /** The built thread that takes the log of the database into its file. */
  readonly walWorker: URL
  /** The built thread that measures and copies the home. */
  readonly homeWorker: URL
  /** The built thread that reads files for pages of knowledge. */
  readonly pageReader: URL
  /** The folder of workflows that come with the app. */
  readonly workflows: string
}

/** The services of the shell around the app. They make no decisions. */
export type ShellPort = {
  readonly openLink: (url: string) => Promise<void>
  readonly openPath: (path: string) => Promise<void>
  /** Opens a file at a line in the person's editor, or a folder without one. False when no editor is known that can. */
  readonly openAtLine: (file: string, line: number | null) => Promise<boolean>
  /** Shows a file in the system's file manager. */
  readonly showInFolder: (path: string) => void
  /** The system's own folder dialog. `null`: the person cancelled, or the window is gone. */
  readonly pickFolder: (windowId: number) => Promise<string | null>
  /** The system's dialog for a new file, with a name to begin with. `null` as above. */
  readonly pickSaveFile: (windowId: number, name: string) => Promise<string | null>
  /** The system's dialog for a file with one of these endings. `null` as above. */
  readonly pickFile: (windowId: number, extensions: readonly string[]) => Promise<string | null>
  /** Asks outside the page, where no script can answer. False when the window is gone. */
  readonly confirm: (windowId: number, question: Confirmation) => Promise<boolean>
  /** Asks in the window used last and brings it to the front. False where no window is open. */
  readonly confirmInFront: (question: Confirmation) => Promise<boolean>
  readonly writeClipboard: (text: string) => Promise<void>
  /** A promise: newer versions of Electron only offer that. */
  readonly readClipboard: () => Promise<string>
  readonly newWindow: () => void
  /** Closes all windows and ends the app. */
  readonly quit: () => void
  /** Ends the app as `quit` does and starts it again. */
  readonly relaunch: () => void
  /** Switches full screen of a window, or only asks with null. Returns the state; false when the window is gone. */
  readonly fullScreen: (windowId: number, on: boolean | null) => boolean
  /** Shows a notice on the desktop, unless a window of ours is being looked at. `chosen` hears of a click on it. */
  readonly notify: (title: string, body: string, chosen: () => void) => void
  /** Does nothing when the window is gone. */
  readonly send: (windowId: number, message: WindowMessage) => void
  /** The theme of what the system draws, and the language of menus and dialogs. Both are kept for the next start. */
  readonly applyLook: (look: { readonly theme: Theme; readonly locale: LocaleChoice }) => void
  /** Shows the keys in force in the native menus. */
  readonly applyKeys: (bindings: KeyBindings) => void
  /** Whether the desktop shows tray icons. */
  readonly hasTray: () => Promise<boolean>
  /** Shows or hides the tray icon and its number. */
  readonly applyPresence: (presence: Presence) => void
  /** The way to an address as the system has it set, as `PROXY host:port; DIRECT`. */
  readonly resolveProxy: (url: string) => Promise<string>
  readonly spawnKeychain: () => KeychainProcess
  /** Starts a process in which tools work. It ends with the app. */
  readonly spawnTools: (env: Readonly<Record<string, string | undefined>>) => ToolsProcess
  /** Starts the process that speaks with MCP servers. It ends with the app. */
  readonly spawnMcp: (env: Readonly<Record<string, string>>) => McpProcess
  /** Starts the process that holds the pseudo terminals. It ends with the app. */
  readonly spawnTerminals: (env: Readonly<Record<string, string>>) => TerminalProcess
  /** Serves a foreign page to one caged frame and returns its address. */
  readonly frameOf: (html: Uint8Array) => string
  /** Files of the program itself that the app starts or reads. */
  readonly files: ProgramFiles
  /** Runs the helper by which git asks the person. Missing: this program runs scripts, as Node does. */
  readonly askpass?: AskpassRunner | undefined
  readonly systemLocale: string
  readonly electronVersion: string
  readonly appVersion: string
}

/** Brings to the disk what the log has committed, until it is closed. */
export type LogSync = { readonly sync: () => Promise<void>; readonly close: () => Promise<void> }

/** The kind of process that uses a home: a window, or `orrery run` and its sister commands. */
export type HolderKind = 'window' | 'run'

/** The dependencies of the composition root. The log and its redactor exist before and after the app. */
export type AppDeps = {
  readonly shell: ShellPort
  /** The absolute folder of everything the app keeps. It exists. */
  readonly home: string
  readonly logger: Logger
  /** Secrets are registered here, so that no later line of the log shows them. */
  readonly redactor: Redactor
  /** Sets the least important lines that the log keeps. Missing: the log keeps all. */
  readonly setLogLevel?: ((level: LogLevel) => void) | undefined
  /** Another disk than that of this computer, by the path of the database. */
  readonly logSync?: ((database: string) => LogSync) | undefined
  /** Takes the home for this process, so that no other uses it. Missing: the caller vouches for that. */
  readonly holder?: HolderKind | undefined
  /** Resolves with the first paint of a window: work that no window waits for begins later. Missing: there is none. */
  readonly painted?: Promise<void> | undefined
  /** Settings of the command line, each as `key=value`. */
  readonly set?: readonly string[] | undefined
  /** MCP servers of the command line, by name. They hide those of the same names. */
  readonly servers?: ReadonlyMap<string, McpServer> | undefined
  /** The settings of the administrator. Missing: those of this system. */
  readonly managed?: ManagedPlace | undefined
  /** Reads no skills, agents, hooks, workflows and MCP servers of the person or of projects. */
  readonly safeMode?: boolean | undefined
  /** The pause between two pieces of the Practice model's answers, in milliseconds; 12, so that they are seen to arrive. */
  readonly practicePauseMs?: number | undefined
}

/** The app's interface to the shell. */
export type App = {
  readonly handlers: Handlers
  /** A page starts in this window. A reload is a close and an open. */
  readonly windowOpened: (windowId: number) => void
  readonly windowClosed: (windowId: number) => void
  /** Opens the folder a person named on the command line. Throws an `AppError` when it cannot. */
  readonly openProjectPath: (path: string) => Promise<void>
  /** Shows a project of the list. It adds none. */
  readonly openKnownProject: (id: string) => Promise<void>
  /** Shows the chat a person named on the command line, by id or title. Throws an `AppError` when there is none. */
  readonly openChat: (named: string) => Promise<void>
  /** Shows the workflow run a person named on the command line. Throws an `AppError` when there is none. */
  readonly openWorkflowRun: (id: string) => Promise<void>
  /** Resolves when nothing is going on. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}
