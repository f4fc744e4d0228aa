import type { ToolsProcess } from '../../app-port.ts'
import { forkUtility } from './utility-child.ts'

/** The name under which the system and the log know a process in which tools work. */
export const TOOLS_PROCESS = 'Orrery tools'

/** Starts a process in which tools work. */
export function spawnTools(file: string, env: Readonly<Record<string, string | undefined>>): ToolsProcess {
  const known = Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return forkUtility(TOOLS_PROCESS, file, Object.fromEntries(known))
}
