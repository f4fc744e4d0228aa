import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { endOrphans } from './end-orphans.ts'
import { newLockLimit } from './lock-limits.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-processes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const show = async (pid: number, environment: readonly string[]) => {
  await mkdir(join(folder, String(pid)))
  await writeFile(join(folder, String(pid), 'environ'), environment.join('\0'))
}

const MINE = { home: 'mine', start: 'now' }

it('ends what carries the mark of this home and of another start, and nothing else', async () => {
  await show(10, ['PATH=/bin', 'ORRERY_OWNER=mine'])
  await show(11, ['ORRERY_OWNER=another'])
  await show(12, ['TEXT=ORRERY_OWNER=mine'])
  await show(13, ['ORRERY_OWNER=mine'])
  await show(15, ['ORRERY_OWNER=mine.before', 'PATH=/bin'])
  await show(16, ['ORRERY_OWNER=mine.now'])
  await show(17, ['ORRERY_OWNER=mine2.before'])
  await mkdir(join(folder, '14'))
  const killed: number[] = []
  const ended = await endOrphans(MINE, {
    platform: 'linux',
    processes: folder,
    kill: (pid) => void killed.push(pid),
    self: 13,
  })
  expect({ killed, ended }).toEqual({ killed: [10, 15], ended: 2 })
})

it('knows a program without an environment by its limit of file locks', async () => {
  const limit = (owner: string) =>
    `Max file locks            ${newLockLimit(owner)} ${newLockLimit(owner)} locks`
  const limits = [
    limit('mine.before'),
    limit('mine.now'),
    limit('another.before'),
    'Max file locks unlimited',
  ]
  for (const [at, text] of limits.entries()) {
    await show(20 + at, [])
    await writeFile(join(folder, String(20 + at), 'limits'), `Limit\n${text}\n`)
  }
  const killed: number[] = []
  const kill = (pid: number) => void killed.push(pid)
  await endOrphans(MINE, { platform: 'linux', processes: folder, kill, self: 1 })
  expect(killed).toEqual([20])
})

it('goes on when one of them is gone already', async () => {
  await show(10, ['ORRERY_OWNER=mine'])
  await show(11, ['ORRERY_OWNER=mine'])
  const kill = (pid: number) => {
    if (pid === 10) throw Object.assign(new Error('gone'), { code: 'ESRCH' })
  }
  expect(await endOrphans(MINE, { platform: 'linux', processes: folder, kill, self: 1 })).toBe(1)
})

it('does nothing where environments cannot be seen', async () => {
  const kill = () => {
    throw new Error('must not be called')
  }
  expect(await endOrphans(MINE, { platform: 'darwin', processes: folder, kill, self: 1 })).toBe(0)
})
