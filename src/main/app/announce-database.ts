import type { Handlers } from '#shared/ipc/contract.ts'
import { openDatabaseProblem } from '../database/database-problem.ts'
import type { Logger } from '../lib/logger.ts'
import { wrapHandlers } from './wrap-handlers.ts'

/** A call that met a damaged or unwritable database says so, and what to do; to the caller that is no bug of ours. */
export function announceDatabase(handlers: Handlers, file: string, logger: Pick<Logger, 'error'>): Handlers {
  return wrapHandlers(handlers, (handler) => async (request, caller) => {
    try {
      return await handler(request, caller)
    } catch (error) {
      const told = openDatabaseProblem(error, file)
      if (told !== null) logger.error('The database failed', error)
      throw told ?? error
    }
  })
}
