import { AppError } from '../errors.ts'
import { STOPPED_BY_YOU } from './stopped-by-you.ts'

/** Tells a model who stopped a call, and after how long. `reason` is what the run was stopped with. */
export function stoppedWords(reason: unknown, ms: number): string {
  const after = ms < 1_000 ? '' : ` after ${Math.round(ms / 1_000)} s`
  const why = reason instanceof AppError ? reason.message.trim() : ''
  if (why === STOPPED_BY_YOU) return `stopped by the person${after}`
  return why === '' ? `stopped${after}` : `stopped${after}: ${why.replace(/[.\s]+$/, '')}`
}
