import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { ApiKeyRef } from '#shared/config/config.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'

type Deps = {
  readonly db: Database
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Pick<Logger, 'warn'>
}

type Seen = { readonly source: string; readonly since: number }

/** Digits of the mark of a value, 16 bits: it tells two keys apart and gives no help in guessing one. */
const MARK_DIGITS = 4

/**
 * Remembers the key of each model, also over restarts. Returns when a model got the key that it has now, in ms: 0 for
 * the first one that was seen. Another value of the same secret is not seen here; the vault knows its time.
 */
export function createModelKeys({ db, env, clock, logger }: Deps) {
  const read = db.prepare<[string], Seen>('SELECT source, since FROM model_keys WHERE model = ?')
  const write = db.prepare<[Seen & { readonly model: string }]>(
    `INSERT INTO model_keys (model, source, since) VALUES (@model, @source, @since)
     ON CONFLICT (model) DO UPDATE SET source = @source, since = @since`,
  )
  const seen = new Map<ModelRef, Seen>()
  return (model: ModelRef, key: ApiKeyRef | null): number => {
    const source = sourceOf(key, env)
    const before = seen.get(model) ?? read.get(model)
    const now = before?.source === source ? before : { source, since: before === undefined ? 0 : clock.now() }
    seen.set(model, now)
    if (now === before) return now.since
    try {
      write.run({ model, ...now })
    } catch (error) {
      // A full disk must not hold up the request. Until a restart the key is known.
      logger.warn('The key of a model was not noted', { model, reason: String(error) })
    }
    return now.since
  }
}

/** The identity of a key: the name of its secret, or of its variable with a mark of the value. */
function sourceOf(key: ApiKeyRef | null, env: Deps['env']): string {
  if (key === null) return ''
  if (!key.startsWith('env:')) return key
  const value = env[key.slice('env:'.length)] ?? ''
  return `${key} ${createHash('sha256').update(value).digest('hex').slice(0, MARK_DIGITS)}`
}
