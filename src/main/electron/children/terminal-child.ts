import type { TerminalProcess } from '../../app-port.ts'
import { forkUtility } from './utility-child.ts'

/** The name under which the system and the log know the process that holds the pseudo terminals. */
export const TERMINAL_PROCESS = 'Orrery terminals'

/** Starts the process that holds the pseudo terminals. */
export function spawnTerminals(file: string, env: Readonly<Record<string, string>>): TerminalProcess {
  return forkUtility(TERMINAL_PROCESS, file, env)
}
