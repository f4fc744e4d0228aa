import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isStale, withLock } from './lock.mjs'

const nobody = 2 ** 22 + 1

describe('isStale', () => {
  const world = { now: 100_000, host: 'here', isAlive: (/** @type {number} */ pid) => pid === 1 }
  const lock = (/** @type {object} */ holder, mtimeMs = world.now) => ({
    holder: JSON.stringify(holder),
    mtimeMs,
  })

  it('keeps the lock of a live process', () => {
    expect(isStale(lock({ pid: 1, host: 'here' }), world)).toBe(false)
  })

  it('takes the lock of a dead process on this machine', () => {
    expect(isStale(lock({ pid: 2, host: 'here' }), world)).toBe(true)
  })

  it('cannot know about a process of another machine until its lock is old', () => {
    expect(isStale(lock({ pid: 2, host: 'there' }), world)).toBe(false)
    expect(isStale(lock({ pid: 2, host: 'there' }, world.now - 60_000), world)).toBe(true)
  })

  it('takes an old lock although a process has that id again', () => {
    expect(isStale(lock({ pid: 1, host: 'here' }, world.now - 60_000), world)).toBe(true)
  })

  it('goes by age when it cannot read the holder', () => {
    expect(isStale({ holder: 'noise', mtimeMs: world.now }, world)).toBe(false)
  })
})

describe('withLock', () => {
  /** @type {string} */
  let folder
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orrery-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('lets one in at a time and leaves nothing behind', async () => {
    const file = join(folder, 'a.lock')
    let inside = 0
    let most = 0
    const work = () =>
      withLock(file, async () => {
        inside += 1
        most = Math.max(most, inside)
        await new Promise((done) => setImmediate(done))
        inside -= 1
      })
    await Promise.all([work(), work(), work()])
    expect(most).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })

  it('takes over from a process that was killed, also for several waiters at once', async () => {
    const file = join(folder, 'a.lock')
    await writeFile(file, JSON.stringify({ pid: nobody, host: hostname(), token: 'x' }))
    const order = await Promise.all([withLock(file, async () => 1), withLock(file, async () => 2)])
    expect(order).toEqual([1, 2])
  })

  it('gives the lock back after a failure', async () => {
    const file = join(folder, 'a.lock')
    const failing = withLock(file, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await withLock(file, async () => 'in')).toBe('in')
  })

  it('says whom it waits for', async () => {
    const file = join(folder, 'a.lock')
    /** @type {string[]} */
    const said = []
    await withLock(file, async () => {
      const second = withLock(file, async () => 'in', { waiting: (holder) => said.push(holder) })
      await expect.poll(() => said).toEqual([`process ${process.pid}`])
      return { second }
    }).then(({ second }) => second)
  })
})
