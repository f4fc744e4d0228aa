import { utilityProcess } from 'electron'
import type { TerminalProcess } from '../app-port.ts'

/** The name under which the system and the log know the process that holds the pseudo terminals. */
export const TERMINAL_PROCESS = 'Orrery terminals'

/** Starts the process that holds the pseudo terminals. */
export function spawnTerminals(file: string, env: Readonly<Record<string, string>>): TerminalProcess {
  const child = utilityProcess.fork(file, [], { serviceName: TERMINAL_PROCESS, env: { ...env } })
  let gone = false
  child.once('exit', () => {
    gone = true
  })
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', listener)
      return () => void child.off('message', listener)
    },
    onExit: (listener) => {
      child.once('exit', listener)
      return () => void child.off('exit', listener)
    },
    kill: () => {
      const { pid } = child
      if (gone) return
      // A program that floods a terminal may keep it busy.
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      else child.once('spawn', () => void child.kill())
    },
  }
}
