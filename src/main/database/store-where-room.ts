import { AppError } from '#shared/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { openDatabaseProblem } from './database-problem.ts'

/** Runs optional writes separately. A full or read-only disk is only logged. */
export function storeWhereRoom(logger: Pick<Logger, 'warn'>, steps: readonly (() => void)[]): void {
  for (const step of steps) {
    try {
      step()
    } catch (error) {
      if (!(error instanceof AppError) && openDatabaseProblem(error, '') === null) throw error
      logger.warn('Something could not be stored and was left out', { reason: String(error) })
    }
  }
}
