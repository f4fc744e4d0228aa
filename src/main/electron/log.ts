import { join } from 'node:path'
import { systemClock } from '../lib/clock.ts'
import { createFileLogger, type FileLogger } from '../lib/file-logger.ts'
import { createRedactor, type Redactor } from '../lib/redact.ts'

const MAX_BYTES = 5 * 1024 * 1024
const KEEP = 4

/** The log of the main process and what hides secrets in it. Made first, closed last. */
export type Log = { readonly folder: string; readonly logger: FileLogger; readonly redactor: Redactor }

export function openLog(home: string): Log {
  const folder = join(home, 'logs')
  const redactor = createRedactor()
  const file = join(folder, 'main.log')
  const logger = createFileLogger({
    file,
    redact: redactor,
    clock: systemClock,
    maxBytes: MAX_BYTES,
    keep: KEEP,
  })
  return { folder, logger, redactor }
}
