import { AppError } from '#shared/errors.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Redactor } from '../lib/redact.ts'
import type { Secret } from '../lib/secret.ts'
import type { Places } from './places.ts'
import type { SecretRows } from './rows.ts'

type Deps = {
  readonly rows: Pick<SecretRows, 'all'>
  readonly places: Pick<Places, 'glimpse'>
  readonly redactor: Pick<Redactor, 'add'>
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
}

/** Maximum wait before a write that checks for secrets, in milliseconds. */
const LIMIT_MS = 2_000
/** A keychain that would have to ask the person is left alone for this long. */
const REST_MS = 10 * 60_000

/**
 * Tracks the values known to the redactor. Values that pass through are registered at once. The others are
 * registered before something is stored, because only known secrets can be detected in it.
 */
export function createKnownValues({ rows, places, redactor, clock, logger }: Deps) {
  const known = new Set<string>()
  let rests = 0

  const met = (name: string, value: Secret): void => {
    redactor.add(value.reveal())
    known.add(name)
  }
  /** False when one of them could not be had. */
  const meet = async (names: readonly string[], signal: AbortSignal): Promise<boolean> => {
    let all = true
    for (const name of names) {
      if (signal.aborted) return false
      const value = await places.glimpse(name, signal)
      if (value === null) all = false
      else met(name, value)
    }
    return all
  }
  return {
    met,
    /** The places may give out more than before. */
    tryAgain: (): void => {
      rests = 0
    },
    all: async (signal: AbortSignal): Promise<void> => {
      const strangers = rows.all().flatMap(({ name }) => (known.has(name) ? [] : [name]))
      if (strangers.length === 0 || clock.now() < rests) return
      const soon = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
      const all = await meet(strangers, soon).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        logger.info('Not every secret could be read to be looked for', { why: error.message })
        return false
      })
      if (!all && !signal.aborted) rests = clock.now() + REST_MS
    },
  }
}

export type KnownValues = ReturnType<typeof createKnownValues>
