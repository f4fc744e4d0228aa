import type { McpProcess } from '../../app-port.ts'
import { forkUtility } from './utility-child.ts'

/** The name under which the system and the log know the process that speaks with MCP servers. */
export const MCP_PROCESS = 'Orrery MCP'

/** Starts the process that speaks with MCP servers. */
export function spawnMcp(file: string, env: Readonly<Record<string, string>>): McpProcess {
  return forkUtility(MCP_PROCESS, file, env)
}
