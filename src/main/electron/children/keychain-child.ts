import { utilityProcess } from 'electron'
import type { KeychainProcess } from '../../app-port.ts'

/** The name under which the system and the log know the process that talks to the keychain. */
export const KEYCHAIN_PROCESS = 'Orrery keychain'

/** Starts the process that talks to the keychain. */
export function spawnKeychain(file: string): KeychainProcess {
  const child = utilityProcess.fork(file, [], { serviceName: KEYCHAIN_PROCESS })
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
      child.on('exit', listener)
      return () => void child.off('exit', listener)
    },
    kill: () => {
      // Before the start there is no process to kill; later no other code would kill it.
      if (!gone && !child.kill()) child.once('spawn', () => void child.kill())
    },
  }
}
