import type { ProjectConfig, SpendTable, UserConfig } from '#shared/config/config.ts'
import type { ChatInForce, SettingFileState, SettingsInForce } from '#shared/config/settings-in-force.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SETTINGS_CALLS } from '#shared/ipc/calls/settings-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { englishOf } from '#shared/sentences.ts'
import type { HigherLayers } from '../config/layers/config-layers.ts'
import { brokenFileSaid, type FolderFileRead } from '../config/layers/folder-files.ts'
import { overlay } from '../config/layers/overlay.ts'
import { settingsInForce } from '../config/layers/settings-in-force.ts'
import { mergeConfig } from '../config/merge-config.ts'
import { projectPaths } from '../config/paths.ts'
import { type FolderFile, mergeFolder } from '../config/project-config.ts'
import { CONFIG_KEYS, type Settings } from '../config/settings.ts'
import type { ProjectSettings } from '../turn-setup/settings/project-settings.ts'

type Rooms = {
  readonly config: {
    readonly own: () => UserConfig
    readonly current: () => UserConfig
    /** The error of the person's file alone. */
    readonly ownProblem: () => AppErrorData | null
  }
  readonly configFile: string
  readonly higher: Pick<HigherLayers, 'commandLine' | 'managed' | 'place' | 'problem'>
  readonly settings: Pick<Settings, 'chosen' | 'current'>
  readonly projectSettings: Pick<ProjectSettings, 'layers' | 'inFolder' | 'sandbox'>
  /** The settings of one chat alone. */
  readonly ofChat: (sessionId: SessionId) => ChatInForce
  readonly folderOf: (projectId: ProjectId) => Promise<string>
}

/** Creates the handler that lists the settings in effect. */
export function createSettingsHandlers(rooms: Rooms): Pick<Handlers, keyof typeof SETTINGS_CALLS> {
  return {
    'settings.inForce': async ({ projectId, sessionId }) => {
      const root = projectId === null ? null : await rooms.folderOf(projectId)
      const layers = root === null ? null : await rooms.projectSettings.layers(root)
      const { config, higher, settings } = rooms
      const byLayer = {
        user: config.own(),
        window: chosenInWindows(settings),
        project: ofFolder(layers?.project.config, root),
        local: ofFolder(layers?.local.config, root),
        commandLine: higher.commandLine(),
        managed: higher.managed(),
      }
      return {
        settings: settingsInForce(effective(rooms, root, layers), byLayer),
        files: filesOf(rooms, root, layers),
        chat: sessionId === undefined ? null : rooms.ofChat(sessionId),
      } satisfies SettingsInForce
    },
  }
}

type Read = Awaited<ReturnType<ProjectSettings['layers']>>

/** Returns the files of the layers with their errors. */
function filesOf({ config, configFile, higher }: Rooms, root: string | null, layers: Read | null) {
  const files: SettingFileState[] = [
    { layer: 'user', path: configFile, problem: problemOf(config.ownProblem()) },
  ]
  if (root !== null && layers !== null) {
    const { config: project, localConfig: local } = projectPaths(root)
    files.push(
      { layer: 'project', path: project, problem: brokenOf('project', layers.project) },
      { layer: 'local', path: local, problem: brokenOf('local', layers.local) },
    )
  }
  files.push({ layer: 'managed', path: higher.place.file, problem: problemOf(higher.problem()) })
  return files
}

const problemOf = (problem: AppErrorData | null): SettingFileState['problem'] =>
  problem === null ? null : { message: problem.message, said: problem.said ?? [] }

/** Returns the error of a folder's file, with what it means for agents. */
function brokenOf(which: FolderFile, read: FolderFileRead): SettingFileState['problem'] {
  const said = brokenFileSaid(which, read)
  return said.length === 0 ? null : { message: englishOf(said), said }
}

/** Returns the merged settings. */
function effective(
  { config, settings, projectSettings }: Rooms,
  root: string | null,
  layers: Read | null,
): object {
  const { permissions: _rules, ...current } = config.current()
  const folder = root === null ? mergeConfig(current, null) : projectSettings.inFolder(root)
  const { runs, context, workflows, memory, model } = folder
  const mine = overlay<object>(current, { runs, context, workflows, ...(model === null ? {} : { model }) })
  const withMemory = overlay<object>(mine, { memory })
  const all = overlay<object>(withMemory, nested(settings.current()))
  // A folder may only tighten the sandbox, so its table is merged in another way.
  if (root === null) return all
  const own = current.limits?.projects ?? {}
  const limits = lowest(
    own[root] ?? {},
    mergeFolder(layers?.project.config ?? null, layers?.local.config ?? null)?.limits ?? {},
  )
  const inFolder = {
    sandbox: projectSettings.sandbox(root),
    limits: { ...current.limits, projects: { ...own, [root]: limits } },
  }
  return { ...all, ...inFolder }
}

/** Returns the settings of a folder's file. Its limits count for the folder, as those of the person for a project do. */
function ofFolder(config: ProjectConfig | null | undefined, root: string | null): object {
  const { limits, ...others } = config ?? {}
  return limits === undefined || root === null
    ? others
    : { ...others, limits: { projects: { [root]: limits } } }
}

function lowest(left: SpendTable, right: SpendTable): SpendTable {
  const both = Object.entries(right).map(([key, value]) => [
    key,
    Math.min(value, left[key as keyof SpendTable] ?? value),
  ])
  return { ...left, ...Object.fromEntries(both) }
}

/** Returns the choices of windows under their keys of `config.toml`. */
function chosenInWindows({ chosen }: Rooms['settings']): object {
  const names = Object.keys(CONFIG_KEYS) as (keyof typeof CONFIG_KEYS)[]
  return nested(Object.fromEntries(names.map((name) => [name, chosen(name)])))
}

/** Turns choices by name into tables by the key of `config.toml`. */
function nested(choices: object): object {
  let tables: object = {}
  for (const [name, value] of Object.entries(choices)) {
    const [table, key] = (CONFIG_KEYS as Readonly<Record<string, string>>)[name]?.split('.') ?? []
    if (table === undefined || value === null) continue
    tables = overlay<object>(tables, key === undefined ? { [table]: value } : { [table]: { [key]: value } })
  }
  return tables
}
