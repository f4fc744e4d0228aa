import type { Choices } from '../config/choices.ts'
import type { LocaleChoice, Theme } from '../config/look.ts'
import type { AppErrorData } from '../errors.ts'
import type { ProjectId, SessionId } from '../ids.ts'
import type { ModelListing } from '../model/model.ts'
import type { PermissionMode } from '../permission/mode.ts'
import type { Project } from '../project/project.ts'
import type { SandboxMode } from '../sandbox/settings.ts'
import type { SessionMeta } from '../session/session.ts'
import type { VaultStatus } from '../vault/secret.ts'
import type { WorkflowRunListing } from '../workflow/workflow-run.ts'

/** The stored layout of this window. All fields are optional and may be stale. */
export type Settings = Choices & {
  readonly theme: Theme
  readonly locale: LocaleChoice
  readonly permissionMode: PermissionMode
  /** Whether commands of agents run in the sandbox. */
  readonly sandbox: SandboxMode
  /** Whether commands that only read ask as well. */
  readonly askForReadOnly: boolean
  /** Whether Shift+Tab in the message box changes the permission mode. */
  readonly modeKey: boolean
  /** Variables that commands and hooks inherit although they look like secrets, by the folder of a project. */
  readonly passedVariables: Readonly<Record<string, readonly string[]>>
  /** Whether agents may work together in teams. */
  readonly teams: boolean
  /** Whether the tools of teammates work in processes of their own. */
  readonly teamsApart: boolean
  /** Whether agents may begin to work in the background. */
  readonly backgroundAgents: boolean
  /** Minutes to wait for an agent before it moves to the background; 0 waits without limit. */
  readonly backgroundAfter: number
  /** When tools of MCP servers are found by a search: `auto`, `auto:N`, `on` or `off`. */
  readonly toolSearch: string
}

/** The chat that was open last: enough to write to it before its log is read. */
export type LastChat = {
  readonly id: SessionId
  /** Null during a run, because the log itself then shows the status. */
  readonly meta: SessionMeta | null
  readonly draft: string
}

/** A chat that did not finish drawing when it was open last: it failed, or the window ended before it was drawn. */
export type UndrawnChat = {
  readonly id: SessionId
  readonly projectId: ProjectId | null
  readonly title: string
}

/** All a window needs before it can draw its first screen, in one answer. */
export type Boot = {
  readonly version: string
  readonly electron: string
  readonly platform: 'darwin' | 'linux' | 'win32'
  /** The system's language, as a BCP 47 tag; used when the settings say `system`. */
  readonly systemLocale: string
  readonly home: string
  readonly settings: Settings
  readonly projects: readonly Project[]
  readonly models: readonly ModelListing[]
  readonly vault: VaultStatus
  readonly openProject: ProjectId | null
  /** The workflow run named on the command line, told once. */
  readonly openWorkflowRun: WorkflowRunListing | null
  readonly lastChat: LastChat | null
  /** The chat that would open if it could be drawn; then `lastChat` is null. */
  readonly undrawnChat: UndrawnChat | null
  /** Why `config.toml` is not in force, or null. The last good one is used meanwhile. */
  readonly configProblem: AppErrorData | null
  /** The version of Electron, if it gets no security updates and the person has not dismissed the notice about it. */
  readonly oldElectron: string | null
}
