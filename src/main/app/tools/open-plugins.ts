import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppEvent } from '#shared/events/delivery.ts'
import { rememberLast } from '#shared/remember-last.ts'
import { say, tell as words } from '#shared/sentences.ts'
import type { HomePaths } from '../../config/paths.ts'
import { estimateTokens } from '../../context/budget/count-tokens.ts'
import { createPluginFetch, type PluginGit } from '../../extensions/plugins/fetch-plugin.ts'
import { createInstalledPlugins, type InstalledState } from '../../extensions/plugins/installed-plugins.ts'
import type { PluginContent } from '../../extensions/plugins/plugin-content.ts'
import { createPlugins } from '../../extensions/plugins/plugins.ts'
import { createStaging } from '../../extensions/plugins/stage-plugin.ts'
import type { Layer } from '../../extensions/read-folder.ts'
import type { SchemaCheck } from '../../extensions/tools/own-tool-files.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'

type Deps = {
  readonly paths: Pick<HomePaths, 'plugins' | 'pluginLock' | 'pluginData' | 'pluginDrafts'>
  readonly git: PluginGit
  readonly clock: Clock
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
  readonly scope: Scope
}

/** Opens the installed plugins: their parts for the rooms that use them, and the acts of the person. */
export function openPlugins({ paths, git, clock, logger, tell, scope }: Deps) {
  const placeOf = (name: string) => ({ root: join(paths.plugins, name), data: join(paths.pluginData, name) })
  const installed = createInstalledPlugins({
    lockFile: paths.pluginLock,
    placeOf,
    checkOf,
    countTokens: estimateTokens,
    clock,
    changed: () => {
      tell({ kind: 'plugins.changed' })
      for (const kind of ['agents.changed', 'skills.changed', 'hooks.changed'] as const) {
        tell({ kind, projectId: null })
      }
    },
    disabled: (name) => {
      const { text, said } = words(say('plugin.isChanged', { name }))
      tell({ kind: 'notice', level: 'warn', text, said })
    },
    report: (error) => logger.error('The plugins could not be compared with their lock file', error),
  })
  const plugins = createPlugins({
    installed,
    placeOf,
    checkOf,
    countTokens: estimateTokens,
    clock,
    stage: createStaging({ fetch: createPluginFetch({ git, clock }) }),
    lockFile: paths.pluginLock,
    drafts: paths.pluginDrafts,
    signal: scope.signal,
  })
  /** Creates a layer of what the plugins that are on bring of a kind. */
  const layer = <T>(partOf: (content: PluginContent) => readonly T[]): (() => Promise<Layer<T>>) => {
    const read = rememberLast(async (now: Promise<InstalledState>): Promise<Layer<T>> => {
      const items = contentsOf(await now).flatMap(({ content }) => partOf(content))
      return { items, problems: [] }
    })
    return () => read(installed.now())
  }
  return {
    plugins,
    isIntact: installed.isIntact,
    skills: layer(({ skills }) => skills),
    commands: layer(({ commands }) => commands),
    agents: layer(({ agents }) => agents),
    hooks: layer(({ hooks }) => hooks),
    tools: layer(({ tools }) => tools),
    styles: layer(({ styles }) => styles),
    /** The servers of plugins whose files are intact at this moment. Creates the folder that their programs may write. */
    servers: async () => {
      const all = await Promise.all(
        contentsOf(await installed.now()).map(async ({ name: plugin, content }) => {
          if (content.servers.size === 0 || !(await installed.isIntact(plugin))) return []
          const root = placeOf(plugin).data
          await mkdir(root, { recursive: true, mode: 0o700 })
          return [...content.servers].map(([name, config]) => ({ plugin, name, config, root }))
        }),
      )
      return all.flat()
    },
  }
}

export type OpenPlugins = ReturnType<typeof openPlugins>

/** The validator is loaded only when a file describes a tool. */
async function checkOf(): Promise<SchemaCheck> {
  const { createSchemaCheck } = await import('../../workflows/host/scripts/schema-check.ts')
  return createSchemaCheck()
}

function contentsOf({ plugins }: InstalledState) {
  return plugins.flatMap(({ name, state, content }) =>
    state === 'on' && content !== null ? [{ name, content }] : [],
  )
}
