import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId } from '#shared/ids.ts'
import type { LateWrites } from '../src/main/database/transaction-parts.ts'
import { createWalSync } from '../src/main/database/wal-sync.ts'
import { createDisk, createWaitingDisk } from '../src/main/log/disk.ts'
import { createLogRows, type LogRows } from '../src/main/log/rows.ts'
import { countingIds } from '../test/support/data/counting-ids.ts'
import { openBenchLog, openMeasured } from './bench-log.ts'
import { agentCalls, agentSays, opening, stored, toolSays, userSays } from './conversation.ts'
import { sideBySide } from './measure.ts'
import { atLeast, type Bench, figure, type Row } from './row.ts'

/** One statement the store ran. */
type Write = { readonly statement: keyof LogRows; readonly args: readonly unknown[] }
type Shape = {
  readonly batch: number
  readonly perRound: number
  readonly rounds: number
  readonly target: number
}

/**
 * Appending through the bus, against better-sqlite3 alone that writes the same rows into the same tables and
 * indexes and waits for the disk with each transaction, while the log waits beside (docs/decisions/0034-disk-sync-in-a-thread.md). Without any
 * waiting only our own code differs.
 */
const appends: Bench = async ({ folder }) => [
  ...(await measured(folder, { batch: 16, perRound: 25, rounds: 24, target: 0.7 })),
  ...(await measured(folder, { batch: 1, perRound: 100, rounds: 24, target: 0.85 })),
]
export default appends

async function measured(folder: string, shape: Shape): Promise<Row[]> {
  const name = shape.batch === 1 ? 'single' : `batches of ${shape.batch}`
  const durable = await compare(folder, shape, 'FULL')
  const unsynced = await compare(folder, shape, 'OFF')
  const perEvent = (durable.ours * 1_000) / (shape.perRound * shape.batch)
  return [
    atLeast(`appends ÷ better-sqlite3, ${name}`, 1 / durable.ratio, '×', shape.target),
    figure(`  the same without waiting for the disk`, 1 / unsynced.ratio, '×'),
    figure(`  one event`, perEvent, 'µs'),
  ]
}

async function compare(folder: string, shape: Shape, synchronous: 'FULL' | 'OFF') {
  const warmUp = 4
  const name = `${shape.batch}-${synchronous}`
  const recorded = await record(folder, `${name}-recorded`, shape, shape.rounds + warmUp)
  const wal = createWalSync(join(folder, `${name}-ours.db`))
  const report = (error: unknown): never => {
    throw error
  }
  const diskOf = (db: Database, late: LateWrites) =>
    synchronous === 'FULL'
      ? createDisk({ db, late, sync: wal.sync, soon: setImmediate, report })
      : createWaitingDisk(db, late)
  const log = openBenchLog({ folder, name: `${name}-ours`, diskOf })
  const bare = openMeasured(folder, `${name}-bare`)
  for (const db of [log.db, bare]) db.pragma(`synchronous = ${synchronous}`)
  const ours = feedStore(log, shape.batch)
  const theirs = feedPlain(bare, recorded)
  const result = await sideBySide(
    { rounds: shape.rounds, warmUp },
    (round) => ours(round * shape.perRound, shape.perRound),
    (round) => theirs(round * shape.perRound, shape.perRound),
  )
  assertSameRows(log.db, bare)
  await wal.close()
  log.close()
  bare.close()
  return result
}

const forEver = new AbortController().signal

type BenchLog = ReturnType<typeof openBenchLog>

/** Appends the batches of one round to a store and answers how long it took until all were on the disk. */
function feedStore({ bus, disk, newId }: BenchLog, size: number) {
  const sessionId = newId('session')
  const contextId = newId('context')
  bus.publish(sessionId, opening(contextId, newId))
  return async (from: number, count: number): Promise<number> => {
    const batches = Array.from({ length: count }, (_, index) => batchOf(contextId, from + index, size, newId))
    const start = performance.now()
    for (const batch of batches) bus.publish(sessionId, batch)
    if (!disk.isSettled()) await disk.settled(forEver)
    return performance.now() - start
  }
}

/** Runs the recorded statements of one round, a transaction a batch, and answers how long that took. */
function feedPlain(db: Database, batches: readonly (readonly Write[])[]) {
  const rows = createLogRows(db)
  const write = db.transaction((batch: readonly Write[]) => {
    for (const { statement, args } of batch) (rows[statement] as Runs).run(...args)
  })
  write(batches[0] ?? [])
  return (from: number, count: number): number => {
    const now = batches.slice(from + 1, from + 1 + count)
    const start = performance.now()
    for (const batch of now) write(batch)
    return performance.now() - start
  }
}

type Runs = { readonly run: (...args: readonly unknown[]) => unknown }

/** What the store writes for each batch. Ids and times count, so the measured store writes the same. */
async function record(folder: string, name: string, shape: Shape, rounds: number): Promise<Write[][]> {
  const batches: Write[][] = []
  const log = openBenchLog({ folder, name, newId: countingIds(), watch: (rows) => watched(rows, batches) })
  log.db.pragma('synchronous = OFF')
  const publish: BenchLog['bus']['publish'] = (...args) => {
    batches.push([])
    return log.bus.publish(...args)
  }
  const feed = feedStore({ ...log, bus: { ...log.bus, publish } }, shape.batch)
  for (let round = 0; round < rounds; round += 1) await feed(round * shape.perRound, shape.perRound)
  log.close()
  return batches
}

function watched(rows: LogRows, batches: readonly Write[][]): LogRows {
  const watch = ([statement, real]: [string, unknown]) => {
    if (!(real instanceof Object && 'run' in real)) return [statement, real]
    const run = (...args: unknown[]) => {
      batches.at(-1)?.push({ statement: statement as keyof LogRows, args })
      return (real as Runs).run(...args)
    }
    const all = 'all' in real && typeof real.all === 'function' ? real.all.bind(real) : undefined
    const get = 'get' in real && typeof real.get === 'function' ? real.get.bind(real) : undefined
    return [statement, { run, all, get }]
  }
  return Object.fromEntries(Object.entries(rows).map(watch)) as LogRows
}

/** Messages as a run stores them, with the end of a turn in longer batches. */
function batchOf(
  contextId: ContextId,
  seed: number,
  size: number,
  newId: BenchLog['newId'],
): NewDurableEvent[] {
  const runId = newId('run')
  const kinds = [userSays, agentCalls, toolSays, agentSays]
  return Array.from({ length: size }, (_, index) => {
    const message = kinds[(seed + index) % kinds.length] ?? agentSays
    return stored(message(seed * size + index), { contextId, runId })
  })
}

/** A comparison of different work would say nothing. */
function assertSameRows(ours: Database, bare: Database): void {
  for (const table of ['events', 'sessions', 'contexts', 'runs']) {
    const all = (db: Database) => JSON.stringify(db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all())
    if (all(ours) !== all(bare)) throw new Error(`The two sides wrote different rows into ${table}.`)
  }
}
