import type { CommandFile, CommandFileList } from '#shared/agent/command-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import { pluginNames } from '#shared/plugin/plugin-names.ts'
import type { Layers } from '../folder-layers.ts'

/**
 * Joins the command files of a project, of the person and of plugins. The first that has a name has it; a project's own
 * come first. A command of a plugin takes no name that a command of the app or a skill has.
 */
export function createCommandFiles(deps: {
  readonly layersOf: (projectId: ProjectId | null) => Promise<Layers<CommandFile>>
  readonly refresh: (projectId: ProjectId | null) => Promise<void>
  /** The names that commands of plugins leave to others. */
  readonly taken: (projectId: ProjectId | null) => Promise<readonly string[]>
}) {
  const of = async (projectId: ProjectId | null): Promise<readonly CommandFile[]> => {
    const { user, project, plugins } = await deps.layersOf(projectId)
    const own = [...project.items, ...user.items]
    if (plugins === undefined) return own
    const taken = new Set([...own.map(({ name }) => name), ...(await deps.taken(projectId))])
    const ofPlugins = pluginNames(plugins.items, taken, {
      nameOf: ({ name }) => name,
      pluginOf: ({ plugin = '' }) => plugin,
      renamed: (command, name) => ({ ...command, name }),
    })
    return [...own, ...ofPlugins]
  }
  return {
    of,
    list: async (projectId: ProjectId | null): Promise<CommandFileList> => {
      await deps.refresh(projectId)
      const { user, project } = await deps.layersOf(projectId)
      const commands = (await of(projectId)).map(
        ({ text: _text, allowed: _allowed, model: _model, hasVariables: _has, ...command }) => command,
      )
      return { commands, problems: [...user.problems, ...project.problems] }
    },
  }
}

export type CommandFiles = ReturnType<typeof createCommandFiles>
