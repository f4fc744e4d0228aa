import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { HomeProgress } from '#shared/home/home-data.ts'
import { createHomeThread } from '../../src/main/backups/home-thread.ts'
import { createLeftovers } from '../../src/main/backups/leftovers.ts'
import { homePaths } from '../../src/main/config/paths.ts'
import { openDatabase } from '../../src/main/database/open-database.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { type BuiltWorker, buildWorker } from '../support/disk/build-worker.ts'
import { openTempFolder } from '../support/disk/temp-folder.ts'
import { killedLife } from '../support/hosts/killed-life.ts'

let thread: BuiltWorker
let program: BuiltWorker
beforeAll(async () => {
  thread = await buildWorker('src/main/backups/home-worker.ts')
  program = await buildWorker('test/support/hosts/backup-crash.process.ts')
})

const NEVER = new AbortController().signal

async function open() {
  const folder = await openTempFolder('home copies')
  const paths = homePaths(folder.at('home'))
  await mkdir(paths.data, { recursive: true })
  await mkdir(folder.at('disk'))
  await folder.write('home/blobs/ab/cd', 'picture')
  await folder.write('home/logs/main.log', 'line\n'.repeat(1_000))
  const { database: file, backups } = paths
  const db = openDatabase({ file, backups, now: Date.now, logger: silentLogger })
  db.exec('CREATE TABLE memory_probe (value BLOB)')
  const put = db.prepare('INSERT INTO memory_probe VALUES (?)')
  for (let row = 0; row < 40; row += 1) put.run(randomBytes(1_000_000))
  const { home } = paths
  const target = folder.at('disk')
  const { run: inThread, over } = createHomeThread({ file: thread.worker })
  const backUp = (report: (progress: HomeProgress) => void, signal: AbortSignal) =>
    inThread({ kind: 'backup', home, target, appVersion: '1.2.3', now: Date.now() }, { report, signal })
  const leftovers = createLeftovers({
    paths,
    pid: process.pid,
    isWorking: () => false,
    isAlive: () => false,
    now: Date.now,
  })
  const check = () => inThread({ kind: 'check', home }, { report: () => {}, signal: NEVER })
  const size = () => inThread({ kind: 'sizes', home }, { report: () => {}, signal: NEVER })
  return { folder, db, home, target, backUp, leftovers, size, check, over }
}

it('makes a backup in a thread while the database is written, and says its refusals in full', async () => {
  const { folder, db, target, backUp, over } = await open()
  const phases = new Set<string>()
  const made = await backUp(({ phase }) => {
    phases.add(phase)
    db.prepare('INSERT INTO memory_probe VALUES (?)').run('meanwhile')
  }, NEVER)
  expect([...phases]).toEqual(['counting', 'copying', 'checking'])
  expect(await readdir(target)).toEqual([made.slice(target.length + 1)])
  const stop = new AbortController()
  await expect(
    backUp(({ phase }) => phase === 'copying' && stop.abort(new Error('enough')), stop.signal),
  ).rejects.toThrow('enough')
  await over()
  expect((await readdir(target)).length).toBe(1)
  const { run: inHome } = createHomeThread({ file: thread.worker })
  const wrong = { kind: 'backup', home: folder.at('home'), appVersion: '1', now: 1 } as const
  const refused = inHome({ ...wrong, target: folder.at('home/blobs') }, { report: () => {}, signal: NEVER })
  await expect(refused).rejects.toMatchObject({ code: 'other', said: [{ name: 'backup.inHome' }] })
  db.close()
})

it('stops at once during the check, which nothing can interrupt, and removes the copy afterwards', async () => {
  const { db, target, backUp, over } = await open()
  const stop = new AbortController()
  const stopped: string[] = []
  const copy = backUp(({ phase }) => {
    if (phase !== 'checking' || stop.signal.aborted) return
    stop.abort(new Error('enough'))
    void copy.catch(() => stopped.push('answered'))
  }, stop.signal)
  await expect(copy).rejects.toThrow('enough')
  await over().then(() => stopped.push('over'))
  expect(stopped).toEqual(['answered', 'over'])
  expect(await readdir(target)).toEqual([])
  db.close()
})

it('leaves no restore behind that was stopped during the check', async () => {
  const { db, home, target, backUp, over } = await open()
  const backup = await backUp(() => {}, NEVER)
  db.close()
  const { run: inThread, over: staged } = createHomeThread({ file: thread.worker })
  const stop = new AbortController()
  const report = ({ phase }: HomeProgress) => phase === 'checking' && stop.abort(new Error('enough'))
  const stage = inThread({ kind: 'stage', home, backup }, { report, signal: stop.signal })
  await expect(stage).rejects.toThrow('enough')
  await Promise.all([over(), staged()])
  expect(await readdir(homePaths(home).restore)).toEqual([])
  expect(target).toBe(dirname(backup))
})

it('checks a database in use, and names what is wrong with one', async () => {
  const { db, check, home } = await open()
  db.prepare('INSERT INTO memory_probe VALUES (?)').run('meanwhile')
  expect(await check()).toBe('ok')
  db.close()
  const file = homePaths(home).database
  const bytes = await readFile(file)
  bytes.fill(0xff, 8_192, 12_288)
  await writeFile(file, bytes)
  expect(await check().catch(String)).not.toBe('ok')
})

it('measures each part of a home', async () => {
  const { db, home, size } = await open()
  const sizes = await size()
  const bytes = Object.fromEntries(sizes.parts.map((each) => [each.part, each.bytes]))
  expect(sizes.home).toBe(home)
  expect(bytes).toMatchObject({ logs: 5_000, worktrees: 0 })
  // The attachment, and empty tables of file versions.
  expect(bytes['files']).toBeGreaterThan(7)
  expect(bytes['files']).toBeLessThan(1_000_000)
  expect(bytes['memory']).toBeGreaterThan(39_000_000)
  expect(bytes['chats']).toBeGreaterThan(0)
  db.close()
})

it('offers what a killed backup left, and makes the next one', async () => {
  const { db, home, target, backUp, leftovers } = await open()
  db.close()
  const { killed } = await killedLife(program.worker, [home, target], (line) => line === 'copying')
  expect(killed).toBe(true)
  const [left, ...others] = await leftovers.list(NEVER)
  expect([left?.kind, left?.writer, others]).toEqual(['backup', null, []])
  const made = await backUp(() => {}, NEVER)
  if (left !== undefined) await leftovers.remove(left)
  expect(await readdir(target)).toEqual([made.slice(target.length + 1)])
})
