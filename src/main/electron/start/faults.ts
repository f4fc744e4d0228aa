import { app } from 'electron'
import type { Logger } from '../../lib/logger.ts'
import { KEYCHAIN_PROCESS } from '../children/keychain-child.ts'
import { TOOLS_PROCESS } from '../children/tools-child.ts'

type FaultDeps = {
  readonly logger: Logger
  /** Tells the person, once: a fault that repeats would bury them in dialogs. */
  readonly tell: () => void
}

/** Logs all uncaught errors; the app continues. */
export function watchFaults({ logger, tell }: FaultDeps): void {
  let told = false
  const report = (message: string, error: unknown) => {
    logger.error(message, error)
    if (told) return
    told = true
    tell()
  }
  process.on('uncaughtException', (error) => report('Nobody caught an error', error))
  process.on('unhandledRejection', (reason) => report('Nobody caught a rejection', reason))
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, name }) => {
    // The owner of the process reports unexpected exits.
    if (reason === 'clean-exit' || name === KEYCHAIN_PROCESS || name === TOOLS_PROCESS) return
    logger.warn('A process is gone', { type, reason, exitCode, serviceName, name })
  })
}
