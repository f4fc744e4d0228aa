import type { Database } from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

/** How what the log writes comes to outlive a power cut. A process that dies loses nothing either way. */
export type Disk = {
  /** Runs a transaction. What it wrote outlives a power cut when `settled` resolves. */
  readonly write: <T>(transaction: () => T) => T
  /** True while nothing waits for the disk. */
  readonly isSettled: () => boolean
  /** Resolves when all that was written before outlives a power cut; rejects when the disk did not say so. */
  readonly settled: (signal: AbortSignal) => Promise<void>
}

/** Every transaction waits for the disk itself. */
export const WAITING_DISK: Disk = {
  write: (transaction) => transaction(),
  isSettled: () => true,
  settled: async () => {},
}

type Deps = {
  /** In WAL mode, with `synchronous = FULL`. */
  readonly db: Database
  /** Brings to the disk what was committed before it was called. */
  readonly sync: () => Promise<void>
  /** Told when the disk failed. From then on every transaction waits for it itself. */
  readonly report: (error: unknown) => void
}

type Waiter = {
  /** How many transactions must be safe for it. */
  readonly for: number
  readonly done: () => void
  readonly failed: (error: AppError) => void
}

/**
 * Commits without waiting, and waits for the disk beside this thread: once for all that was written meanwhile, so
 * that many who write share one wait. Why that is safe, and who waits: decision 0034.
 */
export function createDisk({ db, sync, report }: Deps): Disk {
  // SQLite does this while it reads the statement, so one that was prepared would do it only once.
  const relax = () => db.exec('PRAGMA synchronous = NORMAL')
  const insist = () => db.exec('PRAGMA synchronous = FULL')
  let written = 0
  let safe = 0
  let syncing = false
  let broken = false
  const waiters = new Set<Waiter>()

  const reached = (count: number): void => {
    safe = count
    for (const waiter of waiters) if (waiter.for <= safe) waiter.done()
  }

  const failed = (error: unknown): void => {
    broken = true
    report(error)
    const said = AppError.saying('db.full', say('app.full'), { cause: error })
    for (const waiter of waiters) waiter.failed(said)
    safe = written
  }

  const syncAll = async (): Promise<void> => {
    try {
      while (safe < written) {
        const upTo = written
        await sync()
        reached(upTo)
      }
    } catch (error) {
      failed(error)
    } finally {
      syncing = false
    }
  }

  /** Begins when whoever writes is done, which is often more than one transaction. */
  const begin = (): void => {
    if (syncing) return
    syncing = true
    queueMicrotask(() => void syncAll())
  }

  return {
    write: (transaction) => {
      // How a transaction waits cannot be changed inside another one, which decides for both.
      if (broken || db.inTransaction) return transaction()
      relax()
      try {
        const result = transaction()
        written += 1
        begin()
        return result
      } finally {
        insist()
      }
    },
    isSettled: () => safe === written,
    settled: (signal) =>
      new Promise((resolve, reject) => {
        if (safe === written) return resolve()
        const leave = () => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', waiter.stopped)
        }
        const waiter = {
          for: written,
          done: () => {
            leave()
            resolve()
          },
          failed: (error: AppError) => {
            leave()
            reject(error)
          },
          stopped: () => {
            leave()
            reject(signal.reason)
          },
        }
        waiters.add(waiter)
        if (signal.aborted) waiter.stopped()
        else signal.addEventListener('abort', waiter.stopped, { once: true })
      }),
  }
}
