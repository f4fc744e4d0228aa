import { utilityProcess } from 'electron'

/** A utility process of the app. Listeners return the function that removes them. */
export type UtilityChild = {
  /** Null before it has started. */
  readonly pid: () => number | null
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onStart: (listener: () => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  /** Ends it by force: a busy process does not hear a polite request. */
  readonly kill: () => void
}

/** Starts a script as a utility process. The system and the log know it by `name`. */
export function forkUtility(name: string, file: string, env: Readonly<Record<string, string>>): UtilityChild {
  const child = utilityProcess.fork(file, [], { serviceName: name, env: { ...env } })
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
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      else child.once('spawn', () => void child.kill())
    },
  }
}
