import { beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { type BuiltWorker, buildWorker } from '../support/disk/build-worker.ts'
import { fill, smallDisk } from '../support/disk/small-disk.ts'
import { openTempFolder } from '../support/disk/temp-folder.ts'
import { killedLife } from '../support/hosts/killed-life.ts'
import { openWalRig, readKept } from '../support/rigs/wal-rig.ts'

let thread: BuiltWorker
let writer: BuiltWorker
beforeAll(async () => {
  thread = await buildWorker('src/main/database/wal-worker.ts')
  writer = await buildWorker('test/support/hosts/wal-crash.process.ts')
})

const rowsIn = (lines: readonly string[]) =>
  lines.flatMap((line) => (line.startsWith('row ') ? [Number(line.slice(4))] : []))

describe('a row that outlives a crash by what was promised', () => {
  it('is there and whole, however often the app is killed while the thread takes in the log', async () => {
    const file = (await openTempFolder('wal thread')).at('orrery.db')
    const promised: number[] = []
    let midway = 0
    for (const after of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]) {
      let begun = 0
      let since = 0
      // The first time the thread has to be started; from the second on it is at work at once.
      const { lines } = await killedLife(writer.worker, [file, thread.worker.href], (line) => {
        if (line === 'takes in') begun += 1
        if (begun > 1) since += 1
        return since > after
      })
      if (lines.lastIndexOf('takes in') > lines.lastIndexOf('taken')) midway += 1
      promised.push(...rowsIn(lines))
      const { lost, sums, total, damage } = readKept(file, promised)
      expect([lost, sums, damage]).toEqual([[], total, 'ok'])
    }
    expect(new Set(promised).size).toBe(promised.length)
    expect(midway).toBeGreaterThan(0)
  }, 120_000)

  it('is there and whole on a disk that is full, where the thread has no room to take in the log', async ({
    skip,
  }) => {
    const folder = smallDisk(8_192) ?? skip()
    const file = `${folder}/orrery.db`
    const warned: string[] = []
    const logger = { ...silentLogger, warn: (message: string) => void warned.push(message) }
    const rig = openWalRig({ file, worker: thread.worker, logger })
    const promised: number[] = []
    const keep = async (n: number) => {
      await rig.keep(n)
      promised.push(n)
    }
    for (let n = 1; n <= 20; n += 1) await keep(n)
    const free = fill(folder)
    rig.takeIn()
    await expect.poll(() => warned).toEqual(['The thread that takes in the log of the database is gone'])
    await expect(rig.keep(21)).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    free()
    for (let n = 21; n <= 100; n += 1) await keep(n)
    await rig.close()
    const { lost, sums, total, damage } = readKept(file, promised)
    expect([promised.length, lost, sums, damage]).toEqual([100, [], total, 'ok'])
  })
})
