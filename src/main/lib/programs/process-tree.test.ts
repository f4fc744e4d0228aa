import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createProcessTree, parsePs, taskkillCommand } from './process-tree.ts'

const tree = createProcessTree({ platform: process.platform, clock: systemClock })

/** Starts a script in a group of its own and waits until it has said `ready`. */
async function started(script: string) {
  const mark = `ORRERY_TEST_MARK=${process.pid}-${script.length}`
  const [name = '', value = ''] = mark.split('=')
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, [name]: value },
  })
  await once(child.stdout, 'data')
  return { child, root: { pid: child.pid ?? 0, mark } }
}

describe.skipIf(process.platform === 'win32')('ending a process tree', () => {
  it('ends children and grandchildren', async () => {
    const { root } = await started('sleep 60 & sh -c "sleep 60 & echo ready; wait"')
    expect(await tree.isAlive(root)).toBe(true)
    await tree.end(root, 2000)
    expect(await tree.isAlive(root)).toBe(false)
  })

  it('ends what ignores the polite signal', async () => {
    const { root } = await started('trap "" TERM; echo ready; while :; do sleep 1; done')
    await tree.end(root, 50)
    expect(await tree.isAlive(root)).toBe(false)
  })

  it('ends what has moved to a session of its own', async () => {
    const { root } = await started('setsid sh -c "echo ready; sleep 60" & wait')
    await tree.end(root, 2000)
    expect(await tree.isAlive(root)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('finds a daemon whose parents are gone', async () => {
    const { child, root } = await started('(setsid sh -c "echo ready; sleep 60" &) ; exit 0')
    if (child.exitCode === null) await once(child, 'exit')
    expect(await tree.isAlive(root)).toBe(true)
    await tree.end(root, 2000)
    expect(await tree.isAlive(root)).toBe(false)
  })

  it('does nothing for a tree that is gone', async () => {
    const { child, root } = await started('echo ready')
    if (child.exitCode === null) await once(child, 'exit')
    await tree.end(root, 2000)
    expect(await tree.isAlive(root)).toBe(false)
  })
})

it('reads the list of processes that ps prints', () => {
  expect(parsePs('    1     0     1 Ss\n   42    1    40 S+\n   43    42    40 Z\n\n')).toEqual([
    { pid: 1, parent: 0, group: 1 },
    { pid: 42, parent: 1, group: 40 },
  ])
})

it('passes over lines of ps that are cut short or say something else', () => {
  expect(parsePs('ps: unknown option\n  12\n 7 1 7 R\r\n')).toEqual([{ pid: 7, parent: 1, group: 7 }])
})

it.each([
  ['C:\\Windows', 'C:\\Windows\\System32\\taskkill.exe'],
  ['D:\\Win 中文\\', 'D:\\Win 中文\\System32\\taskkill.exe'],
])('asks the Windows in %s itself to end the whole tree by force', (systemRoot, file) => {
  expect(taskkillCommand(7, systemRoot)).toEqual({ file, args: ['/pid', '7', '/T', '/F'] })
})
