import { join } from 'node:path'
import type { UserConfig } from '#shared/config/config.ts'
import type { HomePaths } from './paths.ts'

/** Points everything of the home that can run code to folders that do not exist. */
export function safePaths(paths: HomePaths): HomePaths {
  const none = join(paths.data, 'safe-mode')
  const of = (name: string) => join(none, name)
  return {
    ...paths,
    agents: of('agents'),
    skills: of('skills'),
    commands: of('commands'),
    tools: of('tools'),
    hooks: of('hooks'),
    styles: of('output-styles'),
    workflows: of('workflows'),
    plugins: of('plugins'),
    pluginLock: of('plugins.lock.json'),
  }
}

/** Returns the settings without MCP servers. */
export function withoutServers({ mcp: _mcp, ...config }: UserConfig): UserConfig {
  return config
}
