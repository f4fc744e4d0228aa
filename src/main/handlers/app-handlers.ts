import type { AppErrorData } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Boot, LastChat, Settings, UndrawnChat } from '#shared/ipc/boot.ts'
import type { APP_CALLS, HealthLine } from '#shared/ipc/calls/app-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { KeyAction } from '#shared/keys/key-actions.ts'
import type { ModelListing } from '#shared/model/model.ts'
import type { Project } from '#shared/project/project.ts'
import type { VaultStatus } from '#shared/vault/secret.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { ShellPort } from '../app-port.ts'
import type { Logger } from '../lib/logger.ts'

type Rooms = {
  readonly shell: Pick<
    ShellPort,
    | 'openLink'
    | 'openPath'
    | 'openAtLine'
    | 'newWindow'
    | 'applyLook'
    | 'systemLocale'
    | 'electronVersion'
    | 'appVersion'
    | 'hasTray'
  >
  readonly logger: Logger
  readonly logsFolder: string
  /** The person's folders of agents, skills, hooks and workflows. */
  readonly folders: Readonly<Record<'agents' | 'skills' | 'hooks' | 'workflows', string>>
  /** Returns the settings file, creating it if missing. */
  readonly configFile: () => Promise<string>
  /** The keys that the settings file changes. */
  readonly keyChanges: () => Readonly<Partial<Record<KeyAction, string>>>
  readonly home: string
  readonly settings: {
    readonly current: () => Settings
    readonly set: (changes: Partial<Omit<Settings, 'passedVariables'>>) => Settings
    readonly passVariables: (folder: string, names: readonly string[]) => Settings
  }
  /** Teams were switched on again. */
  readonly resumeTeams: () => void
  readonly projects: () => Promise<readonly Project[]>
  /** The folder of a project. */
  readonly folderOf: (id: ProjectId) => Promise<string>
  readonly models: () => readonly ModelListing[]
  readonly vaultStatus: () => VaultStatus
  readonly configProblem: () => AppErrorData | null
  /** The project named on the command line, told once. */
  readonly openProject: () => ProjectId | null
  /** The workflow run named on the command line, told once. */
  readonly openWorkflowRun: () => WorkflowRunListing | null
  readonly lastChat: () => LastChat | null
  readonly undrawnChat: () => UndrawnChat | null
  /** The version of Electron in use, if the person has to be told that it gets no security updates. */
  readonly oldElectron: () => string | null
  readonly dismissOldElectron: () => void
  readonly health: () => Promise<readonly HealthLine[]>
}

/** Creates the handlers for the app itself. */
export function createAppHandlers(rooms: Rooms): Pick<Handlers, keyof typeof APP_CALLS> {
  const { shell, settings } = rooms
  return {
    'app.boot': () => boot(rooms),
    'app.health': () => rooms.health(),
    'app.openLink': async ({ url }) => {
      await shell.openLink(url)
      return null
    },
    'app.openLogs': async () => {
      await shell.openPath(rooms.logsFolder)
      return null
    },
    'app.openConfig': async ({ line }) => {
      const file = await rooms.configFile()
      if (line !== undefined && (await shell.openAtLine(file, line))) return { atLine: true }
      await shell.openPath(file)
      return { atLine: false }
    },
    'app.openFolder': async ({ folder }) => {
      await shell.openPath(rooms.folders[folder])
      return null
    },
    'app.dismissOldElectron': () => {
      rooms.dismissOldElectron()
      return null
    },
    'app.reportProblem': ({ message, stack }) => {
      rooms.logger.error('A window met a problem', null, { message, stack })
      return null
    },
    'keys.changes': () => rooms.keyChanges(),
    'app.tray': async () => ({ hasTray: await shell.hasTray() }),
    'window.new': () => {
      shell.newWindow()
      return null
    },
    'settings.set': (changes) => {
      const changed = settings.set(changes)
      shell.applyLook(changed)
      if (changes.teams === true) rooms.resumeTeams()
      return changed
    },
    'settings.passVariables': async ({ projectId, names }) =>
      settings.passVariables(await rooms.folderOf(projectId), [...new Set(names)]),
  }
}

async function boot(rooms: Rooms): Promise<Boot> {
  const { platform } = process
  return {
    version: rooms.shell.appVersion,
    electron: rooms.shell.electronVersion,
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    systemLocale: rooms.shell.systemLocale,
    home: rooms.home,
    settings: rooms.settings.current(),
    projects: await rooms.projects(),
    models: rooms.models(),
    vault: rooms.vaultStatus(),
    openProject: rooms.openProject(),
    openWorkflowRun: rooms.openWorkflowRun(),
    lastChat: rooms.lastChat(),
    undrawnChat: rooms.undrawnChat(),
    configProblem: rooms.configProblem(),
    oldElectron: rooms.oldElectron(),
  }
}
