import type { Database } from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { openDatabaseProblem } from '../database/database-problem.ts'
import { createGroupCommit, type GroupCommit } from '../database/group-commit.ts'
import { type LateWrites, writeWhole } from '../database/transaction-parts.ts'

/** The durable storage of the log: writes survive a power cut. */
export type Disk = {
  /**
   * Runs a transaction, all of it or nothing. It may be run again and must write the same then. What it wrote can be read
   * at once on this connection, and outlives a power cut when `settled` resolves.
   */
  readonly write: (transaction: () => void) => void
  /** Commits each transaction of `act` separately, before returning. A failed one is not written. */
  readonly apart: <T>(act: () => T) => T
  /** Has all that was written ready to be read on this connection. */
  readonly flush: () => void
  /** Commits what was written. Throws an `AppError` when the disk does not take it, and keeps it all for another try. */
  readonly commit: () => void
  /** Calls back once all that was written before can be read on other connections: now, or when it is committed. */
  readonly whenStored: (act: () => void) => void
  /** True while nothing waits for the disk. */
  readonly isSettled: () => boolean
  /** True while what was written could not be committed. */
  readonly isStuck: () => boolean
  /** Resolves when all that was written before outlives a power cut; rejects when the disk did not say so. */
  readonly settled: (signal: AbortSignal) => Promise<void>
}

/** Creates a disk that commits and syncs every transaction on its own. */
export function createWaitingDisk(db: Database, late: LateWrites): Disk {
  return {
    write: transactionsOf(db, late),
    apart: (act) => act(),
    flush: late.flush,
    commit: () => {},
    whenStored: (act) => act(),
    isSettled: () => true,
    isStuck: () => false,
    settled: async () => {},
  }
}

/** Each waits for the disk. Made once, since making one costs more than running it. */
function transactionsOf(db: Database, late: LateWrites): (transaction: () => void) => void {
  return db.transaction((transaction: () => void) => writeWhole(late, transaction))
}

type Deps = {
  /** In WAL mode, with `synchronous = FULL`. */
  readonly db: Database
  /** Brings to the disk what was committed before it was called. */
  readonly sync: () => Promise<void>
  /** Schedules a callback after the current turn of the event loop. */
  readonly soon: (act: () => void) => void
  readonly late: LateWrites
  /** Reports failures of the disk or of a commit listener. */
  readonly report: (error: unknown) => void
}

type Waiter = {
  /** Number of commits that must be synced first. */
  readonly for: number
  readonly done: () => void
  readonly failed: (error: AppError) => void
}

/**
 * Creates the disk that commits once per turn of the event loop without waiting for the sync, and syncs in
 * parallel: once for all commits in the meantime. Decision 0034 and `docs/design/performance-choices.md` explain why this is safe.
 */
export function createDisk({ db, sync, soon, late, report }: Deps): Disk {
  const alone = transactionsOf(db, late)
  let committed = 0
  let safe = 0
  let syncing = false
  let broken = false
  let stored: (() => void)[] = []
  const waiters = new Set<Waiter>()
  const addWaiter = createWaiting(waiters)

  const group: GroupCommit = createGroupCommit({
    db,
    soon,
    late,
    isAtRest: () => safe === committed,
    committed: () => {
      committed += 1
      begin()
      const told = stored
      stored = []
      for (const act of told) tryTo(act, report)
    },
    failed: (error) => {
      report(error)
      // The open group is the next that would be committed.
      failAfter(committed, error)
    },
  })

  const failAfter = (count: number, error: unknown): void => {
    const said = unsafe(error)
    for (const waiter of waiters) if (waiter.for > count) waiter.failed(said)
  }

  const reached = (count: number): void => {
    safe = count
    for (const waiter of waiters) if (waiter.for <= safe) waiter.done()
  }

  const syncAll = async (): Promise<void> => {
    try {
      while (safe < committed) {
        const upTo = committed
        await sync()
        reached(upTo)
      }
    } catch (error) {
      // From now on every transaction waits for the disk itself.
      broken = true
      report(error)
      failAfter(safe, error)
      safe = committed
    } finally {
      syncing = false
    }
  }

  /** Starts once the writer is done, which often covers more than one commit. */
  const begin = (): void => {
    if (syncing) return
    syncing = true
    soon(() => void syncAll())
  }

  const commit = (): void => {
    try {
      group.commit()
    } catch (error) {
      throw openDatabaseProblem(error, db.name) ?? error
    }
  }

  return {
    write: (transaction) => {
      if (!broken) return group.write(transaction)
      commit()
      return alone(transaction)
    },
    apart: group.apart,
    flush: group.flush,
    commit,
    whenStored: (act) => void (group.isOpen() ? stored.push(act) : act()),
    isSettled: () => safe === committed && !group.isOpen(),
    isStuck: group.isStuck,
    settled: (signal) =>
      new Promise((resolve, reject) => {
        // An exception here becomes the result.
        if (group.isStuck()) commit()
        const count = committed + (group.isOpen() ? 1 : 0)
        if (safe === count) return resolve()
        return addWaiter({ count, resolve, reject }, signal)
      }),
  }
}

type Wait = {
  readonly count: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates the adding of waiters. Many may wait with one signal, such as the agents of one run, and it is listened to
 * once for all of them.
 */
function createWaiting(waiters: Set<Waiter>) {
  const bySignal = new Map<AbortSignal, Waiting>()

  const listen = (signal: AbortSignal): Waiting => {
    const stops = new Set<() => void>()
    const stopped = () => {
      for (const stop of [...stops]) stop()
    }
    signal.addEventListener('abort', stopped, { once: true })
    const waiting = { stops, end: () => signal.removeEventListener('abort', stopped) }
    bySignal.set(signal, waiting)
    return waiting
  }

  return ({ count, resolve, reject }: Wait, signal: AbortSignal): void => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const waiting = bySignal.get(signal) ?? listen(signal)
    const leave = () => {
      waiters.delete(waiter)
      waiting.stops.delete(stopped)
      if (waiting.stops.size > 0) return
      waiting.end()
      bySignal.delete(signal)
    }
    const stopped = () => {
      leave()
      reject(signal.reason)
    }
    const waiter: Waiter = {
      for: count,
      done: () => {
        leave()
        resolve()
      },
      failed: (error) => {
        leave()
        reject(error)
      },
    }
    waiters.add(waiter)
    waiting.stops.add(stopped)
  }
}

/** The waiters of one signal. */
type Waiting = { readonly stops: Set<() => void>; readonly end: () => void }

/** Runs a commit listener and reports its exception, so that it cannot make the commit look failed. */
function tryTo(act: () => void, report: Deps['report']): void {
  try {
    act()
  } catch (error) {
    report(error)
  }
}

function unsafe(error: unknown): AppError {
  return AppError.saying('db.full', say('app.full'), { cause: error })
}
