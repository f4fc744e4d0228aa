import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltWorker, buildWorker } from '../../../test/support/disk/build-worker.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { silentLogger } from '../lib/logger.ts'
import { createWalCheckpoints, type WalTaken } from './wal-checkpoints.ts'

const NO_THREAD = new URL('data:text/javascript,')
/** As when the disk is full, or the file cannot be read. */
const BREAKS = new URL(
  "data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('full') })",
)

let built: BuiltWorker
beforeAll(async () => {
  built = await buildWorker('src/main/database/wal-worker.ts')
})

async function open(worker: URL = built.worker) {
  const file = (await openTempFolder('wal checkpoints')).at('orrery.db')
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE kept (words TEXT)')
  const insert = db.prepare('INSERT INTO kept VALUES (?)')
  const heard: WalTaken[] = []
  const warned: string[] = []
  let hear = () => {}
  const checkpoints = createWalCheckpoints({
    db,
    worker,
    logger: { ...silentLogger, warn: (message) => void warned.push(message) },
    taken: (taken) => {
      heard.push(taken)
      hear()
    },
  })
  return {
    db,
    file,
    checkpoints,
    heard,
    warned,
    /** A little over a page. */
    write: () => void insert.run('a word and '.repeat(400)),
    /** As many waits for the disk as make the thread begin. */
    manySyncs: () => {
      for (let sync = 0; sync < 32; sync += 1) checkpoints.synced()
    },
    /** Returns the next message of the thread. */
    next: () =>
      new Promise<WalTaken | undefined>((resolve) => {
        hear = () => resolve(heard.at(-1))
      }),
    pagesAtMost: () => db.pragma('wal_autocheckpoint', { simple: true }),
  }
}

it('takes in the log beside who writes, after many waits for the disk and not before', async () => {
  const { db, checkpoints, write, manySyncs, next, heard } = await open()
  for (let row = 0; row < 500; row += 1) write()
  for (let sync = 0; sync < 31; sync += 1) checkpoints.synced()
  const first = next()
  checkpoints.synced()
  const { pages = 0, taken } = (await first) ?? {}
  expect(pages).toBeGreaterThan(500)
  expect(taken).toBe(pages)
  // After a full checkpoint the log restarts.
  write()
  const second = next()
  manySyncs()
  expect((await second)?.pages).toBeLessThan(10)
  expect(heard).toHaveLength(2)
  await checkpoints.close()
  db.close()
})

it('is asked once at a time', async () => {
  const { db, checkpoints, write, manySyncs, next, heard } = await open()
  write()
  const first = next()
  for (let round = 0; round < 5; round += 1) manySyncs()
  await first
  const second = next()
  checkpoints.synced()
  await second
  expect(heard).toHaveLength(2)
  await checkpoints.close()
  db.close()
})

it('leaves what somebody still reads to the next time', async () => {
  const { db, file, checkpoints, write, manySyncs, next } = await open()
  write()
  const reader = new Database(file)
  reader.exec('BEGIN')
  expect(reader.prepare('SELECT count(*) AS rows FROM kept').get()).toEqual({ rows: 1 })
  for (let row = 0; row < 50; row += 1) write()
  const early = next()
  manySyncs()
  const { pages = 0, taken = 0 } = (await early) ?? {}
  expect(taken).toBeLessThan(pages)
  reader.exec('COMMIT')
  const late = next()
  manySyncs()
  expect(await late).toEqual({ pages, taken: pages })
  reader.close()
  await checkpoints.close()
  db.close()
})

it.each([
  ['is no thread', NO_THREAD],
  ['was one that broke down', BREAKS],
])('leaves it to who writes when there %s', async (_what, worker) => {
  const { db, checkpoints, write, manySyncs, pagesAtMost, warned } = await open(worker)
  expect(pagesAtMost()).toBe(8_000)
  manySyncs()
  await expect.poll(pagesAtMost).toBe(1_000)
  expect(warned).toHaveLength(1)
  write()
  manySyncs()
  expect(warned).toHaveLength(1)
  await checkpoints.close()
  db.close()
})

it('is tried again after a long while, and takes over where it is whole then', async () => {
  const place = await openTempFolder('wal thread that heals')
  const once = place.at('once')
  const heals = new URL(
    `data:text/javascript,${encodeURIComponent(`import { existsSync, writeFileSync } from 'node:fs'
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => {
        if (existsSync(${JSON.stringify(once)})) return parentPort.postMessage({ pages: 1, taken: 1 })
        writeFileSync(${JSON.stringify(once)}, '')
        throw new Error('full')
      })`)}`,
  )
  const { db, checkpoints, manySyncs, pagesAtMost, next, warned } = await open(heals)
  manySyncs()
  await expect.poll(pagesAtMost).toBe(1_000)
  const healed = next()
  for (let sync = 0; sync < 2_047; sync += 1) checkpoints.synced()
  expect(pagesAtMost()).toBe(1_000)
  checkpoints.synced()
  expect(await healed).toEqual({ pages: 1, taken: 1 })
  expect([pagesAtMost(), warned.length]).toEqual([8_000, 1])
  await checkpoints.close()
  db.close()
})

it('is gone before the database is closed, which then keeps everything in one file', async () => {
  const { db, file, checkpoints, write, manySyncs } = await open()
  for (let row = 0; row < 50; row += 1) write()
  manySyncs()
  await checkpoints.close()
  checkpoints.synced()
  write()
  db.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
  const again = new Database(file)
  expect(again.prepare('SELECT count(*) AS rows FROM kept').get()).toEqual({ rows: 51 })
  again.close()
})
