import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import type { Logger } from '../lib/logger.ts'

/** Pages in the log, and those already checkpointed into the file. */
export type WalTaken = { readonly pages: number; readonly taken: number }

type Deps = {
  /** In WAL mode. */
  readonly db: Database
  /** The built `wal-worker`. */
  readonly worker: URL
  readonly logger: Logger
  /** Hears of the thread; what it returns is called when it is over. */
  readonly watch?: (worker: Worker, task: () => string | null) => () => void
  /** Told each time the log was taken in. */
  readonly taken?: (taken: WalTaken) => void
}

/** After this many waits for the disk there is enough to take in: hundreds of pages of an app at rest, two thousand of a busy one. */
const MANY_SYNCS = 32
/** After this many more a thread that broke down is tried again: the disk may have room by then. */
const SYNCS_OF_REST = 2_048
/** A log of this many pages (32 MB) is taken in by who writes, who then waits for the disk: the thread does not keep up. */
const MOST_PAGES = 8_000
/** Checkpoint threshold without a thread, the SQLite default. */
const PAGES_ALONE = 1_000

/**
 * Checkpoints a WAL database in a separate thread. Otherwise a commit on a long log would do it and block the
 * window and every agent. Decision 0052.
 */
export function createWalCheckpoints({ db, worker: file, logger, watch, taken = () => {} }: Deps) {
  let running: Worker | null = null
  let isBusy = false
  let isOver = false
  let isAlone = false
  let syncs = 0
  const takeInAlone = (alone: boolean): void => {
    isAlone = alone
    db.pragma(`wal_autocheckpoint = ${alone ? PAGES_ALONE : MOST_PAGES}`)
  }
  takeInAlone(false)

  /** Without a thread nothing is lost but time. */
  const lost = (worker: Worker, reason: unknown): void => {
    if (isOver || running !== worker) return
    running = null
    isBusy = false
    syncs = MANY_SYNCS - SYNCS_OF_REST
    takeInAlone(true)
    logger.warn('The thread that takes in the log of the database is gone', { reason: String(reason) })
  }
  const start = (): Worker => {
    const worker = new Worker(file, { workerData: db.name })
    const left = watch?.(worker, () => null)
    if (left !== undefined) worker.on('exit', left)
    worker.on('message', (done: WalTaken) => {
      isBusy = false
      if (isAlone) takeInAlone(false)
      taken(done)
    })
    worker.on('error', (error) => lost(worker, error))
    worker.on('exit', (code) => lost(worker, `It ended by itself (${code}).`))
    return worker
  }

  return {
    /** Called when the commits are on disk. */
    synced: (): void => {
      syncs += 1
      if (isOver || isBusy || syncs < MANY_SYNCS) return
      syncs = 0
      isBusy = true
      running ??= start()
      running.postMessage('take in')
    },
    /** Belongs before the database is closed, which takes in the rest. */
    close: async (): Promise<void> => {
      isOver = true
      await running?.terminate()
    },
  }
}
