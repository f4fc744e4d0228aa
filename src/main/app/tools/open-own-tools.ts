import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId } from '#shared/ids.ts'
import { definitionPlaces, type PlacesDeps } from '../../extensions/definition-places.ts'
import { createFolderLayers } from '../../extensions/folder-layers.ts'
import { createOwnTool } from '../../extensions/tools/own-tool.ts'
import { type OwnToolEntry, readOwnTools, type SchemaCheck } from '../../extensions/tools/own-tool-files.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Tool } from '../../tools/tool.ts'

type Deps = PlacesDeps & {
  readonly scope: Scope
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  readonly bash: Tool
  readonly guarded: (tool: Tool) => Tool
}

/** Opens the tools that files of the person and of trusted projects describe. A project's own come first. */
export function openOwnTools(deps: Deps) {
  let loading: Promise<SchemaCheck> | null = null
  // The validator is loaded only when a file describes a tool.
  const checkOf = (): Promise<SchemaCheck> => {
    loading ??= import('../../workflows/host/schema-check.ts').then((module) => module.createSchemaCheck())
    return loading
  }
  const layers = createFolderLayers<OwnToolEntry>({
    ...definitionPlaces(deps, 'tools'),
    read: (folder) => readOwnTools(folder, checkOf),
    idOf: ({ id }) => id,
    changed: () => {},
  })
  deps.scope.add(layers.close)
  deps.scope.add(
    deps.hear((event) => {
      if (event.kind === 'project.changed' && event.op !== 'renamed') layers.forget(event.projectId)
    }),
  )
  return {
    of: async (projectId: ProjectId | null): Promise<readonly Tool[]> => {
      const { user, project } = await layers.of(projectId)
      const entries = new Map([...user.items, ...project.items].map((entry) => [entry.id, entry]))
      if (entries.size === 0) return []
      const check = await checkOf()
      return [...entries.values()].map((entry) => deps.guarded(createOwnTool(entry, deps.bash, check)))
    },
  }
}
