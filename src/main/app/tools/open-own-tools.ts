import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { pluginNames } from '#shared/plugin/plugin-names.ts'
import { say } from '#shared/sentences.ts'
import { definitionPlaces, type PlacesDeps } from '../../extensions/definition-places.ts'
import { createFolderLayers } from '../../extensions/folder-layers.ts'
import { type Layer, NO_LAYER } from '../../extensions/read-folder.ts'
import { createOwnTool } from '../../extensions/tools/own-tool.ts'
import { type OwnToolEntry, readOwnTools, type SchemaCheck } from '../../extensions/tools/own-tool-files.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Tool } from '../../tools/tool.ts'

type Deps = PlacesDeps & {
  readonly scope: Scope
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  readonly bash: Tool
  readonly guarded: (tool: Tool) => Tool
  readonly ofPlugins: {
    readonly plugins: () => Promise<Layer<OwnToolEntry>>
    readonly isIntact: (plugin: string) => Promise<boolean>
  }
}

/** Opens the tools that files of the person and of trusted projects describe. A project's own come first. */
export function openOwnTools(deps: Deps) {
  let loading: Promise<SchemaCheck> | null = null
  // The validator is loaded only when a file describes a tool.
  const checkOf = (): Promise<SchemaCheck> => {
    loading ??= import('../../workflows/host/scripts/schema-check.ts').then((module) =>
      module.createSchemaCheck(),
    )
    return loading
  }
  const layers = createFolderLayers<OwnToolEntry>({
    ...definitionPlaces(deps, 'tools'),
    read: (folder) => readOwnTools(folder, checkOf),
    idOf: ({ id }) => id,
    plugins: deps.ofPlugins.plugins,
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
      const { user, project, plugins = NO_LAYER } = await layers.of(projectId)
      const own = new Map([...user.items, ...project.items].map((entry) => [entry.id, entry]))
      const entries = new Map([...own, ...namedTools(plugins.items, own)])
      if (entries.size === 0) return []
      const check = await checkOf()
      return [...entries.values()].map((entry) => {
        const tool = deps.guarded(createOwnTool(entry, deps.bash, check))
        return entry.plugin === undefined ? tool : onlyIntact(tool, entry.plugin, deps.ofPlugins.isIntact)
      })
    },
  }
}

/** Lets a tool run only while the files of its plugin are those that the person installed. */
function onlyIntact(tool: Tool, plugin: string, isIntact: (plugin: string) => Promise<boolean>): Tool {
  return {
    ...tool,
    open: (written) => {
      const opened = tool.open(written)
      if (!opened.ok) return opened
      const { call } = opened
      return {
        ok: true,
        call: {
          plan: call.plan,
          run: async (context, signal, fresh) => {
            if (await isIntact(plugin)) return call.run(context, signal, fresh)
            throw AppError.saying('tool.denied', say('plugin.isChanged', { name: plugin }))
          },
        },
      }
    },
  }
}

/** Names of tools have no colon, so two underscores join the plugin and the tool. */
function namedTools(items: readonly OwnToolEntry[], own: ReadonlyMap<string, OwnToolEntry>) {
  const named = pluginNames(items, new Set(own.keys()), {
    nameOf: ({ id }) => id,
    pluginOf: ({ plugin = '' }) => plugin.replaceAll('.', '-'),
    renamed: (entry, name) => ({ ...entry, id: name.replace(':', '__') }),
  })
  return named.map((entry) => [entry.id, entry] as const)
}

/** Returns the tools of MCP servers behind those that files describe. */
export function toolsBeyond(
  mcp: {
    toolsFor(
      projectId: ProjectId | null,
      folder: string | null,
      signal: AbortSignal,
    ): Promise<readonly Tool[]>
  },
  own: ReturnType<typeof openOwnTools>,
  placeOf: (id: SessionId) => { readonly projectId: ProjectId | null; readonly folder: string | null },
) {
  return async (id: SessionId, signal: AbortSignal): Promise<readonly Tool[]> => {
    const { projectId, folder } = placeOf(id)
    const [ofServers, described] = await Promise.all([
      mcp.toolsFor(projectId, folder, signal),
      own.of(projectId),
    ])
    return described.length === 0 ? ofServers : [...described, ...ofServers]
  }
}
