import { AppError } from '../errors.ts'
import { STOPPED_BY_YOU } from './stopped-by-you.ts'

/**
 * Returns the text for a model about the cause and time of a stop. `reason` is the abort reason of the run.
 */
export function stoppedWords(reason: unknown, ms: number): string {
  const after = ms < 1_000 ? '' : ` after ${Math.round(ms / 1_000)} s`
  const why = reason instanceof AppError ? reason.message.trim() : ''
  if (why === STOPPED_BY_YOU) return `stopped by the person${after}`
  return why === '' ? `stopped${after}` : `stopped${after}: ${why.replace(/[.\s]+$/, '')}`
}
