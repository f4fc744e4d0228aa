import { AppError } from '#shared/errors.ts'
import type { Jobs } from './job-port.ts'

const refuse = (): never => {
  throw AppError.forAgent('tool.failed', 'No background programs run in this process.')
}

/** The jobs of a process that cannot keep programs. The main process handles such calls. */
export const NO_JOBS: Jobs = {
  start: refuse,
  find: () => null,
  read: async () => refuse(),
  wait: async () => refuse(),
  stop: async () => refuse(),
}
