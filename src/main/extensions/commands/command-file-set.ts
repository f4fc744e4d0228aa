import type { CommandFile, CommandFileList } from '#shared/agent/command-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Layers } from '../folder-layers.ts'

/** Joins the command files of a project and of the person. The first that has a name has it; a project's own come first. */
export function createCommandFiles(deps: {
  readonly layersOf: (projectId: ProjectId | null) => Promise<Layers<CommandFile>>
  readonly refresh: (projectId: ProjectId | null) => Promise<void>
}) {
  const of = async (projectId: ProjectId | null): Promise<readonly CommandFile[]> => {
    const { user, project } = await deps.layersOf(projectId)
    return [...project.items, ...user.items]
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
