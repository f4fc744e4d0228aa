import { utilityProcess } from 'electron'
import type { McpProcess } from '../app-port.ts'

/** The name under which the system and the log know the process that speaks with MCP servers. */
export const MCP_PROCESS = 'Orrery MCP'

/** Starts the process that speaks with MCP servers. */
export function spawnMcp(file: string, env: Readonly<Record<string, string>>): McpProcess {
  const child = utilityProcess.fork(file, [], { serviceName: MCP_PROCESS, env: { ...env } })
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
      // A server may have made it busy for ever, and then it hears no polite word.
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      else child.once('spawn', () => void child.kill())
    },
  }
}
