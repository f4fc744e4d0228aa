import { type ChildProcess, fork } from 'node:child_process'
import type { KeychainProcess, McpProcess, ToolsProcess } from '../app-port.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Starts one of the app's processes under plain Node, as Electron starts a utility process. */
export function forkProcess(file: string, env: Env): KeychainProcess & McpProcess & ToolsProcess {
  const known = Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  const child: ChildProcess = fork(file, [], {
    env: Object.fromEntries(known) as Record<string, string>,
    // Carries the same values as the messages of Electron.
    serialization: 'advanced',
    // Only its errors may reach the terminal; the output belongs to the command.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    // Ctrl+C in the terminal goes to the command, which ends its processes in order.
    detached: true,
  })
  let gone = false
  child.once('exit', () => {
    gone = true
  })
  child.on('error', () => {
    gone = true
  })
  return {
    pid: () => child.pid ?? null,
    post: (message) => {
      if (!gone && child.connected) child.send(message as object, () => {})
    },
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
      child.once('error', listener)
      return () => {
        child.off('exit', listener)
        child.off('error', listener)
      }
    },
    kill: () => {
      if (!gone) child.kill('SIGKILL')
    },
  }
}
