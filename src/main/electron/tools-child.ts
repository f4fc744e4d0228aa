import { utilityProcess } from 'electron'
import type { ToolsProcess } from '../app-port.ts'

/** The name under which the system and the log know a process in which tools work. */
export const TOOLS_PROCESS = 'Orrery tools'

/** Starts a process in which tools work. */
export function spawnTools(file: string, env: Readonly<Record<string, string | undefined>>): ToolsProcess {
  const known = Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  const child = utilityProcess.fork(file, [], {
    serviceName: TOOLS_PROCESS,
    env: Object.fromEntries(known) as Record<string, string>,
  })
  let gone = false
  child.once('exit', () => {
    gone = true
  })
  return {
    pid: () => child.pid ?? null,
    post: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', listener)
      return () => void child.off('message', listener)
    },
    onStart: (listener) => {
      child.once('spawn', listener)
      return () => void child.off('spawn', listener)
    },
    onExit: (listener) => {
      child.once('exit', listener)
      return () => void child.off('exit', listener)
    },
    kill: () => {
      const { pid } = child
      if (gone) return
      // One that never ends does not hear a polite word.
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      else child.once('spawn', () => void child.kill())
    },
  }
}
