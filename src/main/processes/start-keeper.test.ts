import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { newLockLimit } from '../lib/programs/lock-limits.ts'
import { createProcessTree } from '../lib/programs/process-tree.ts'
import { startKeeper } from './start-keeper.ts'

const { platform } = process
const tree = createProcessTree({ platform, clock: systemClock })

/** A keeper of programs with a mark of their own. */
function open(place: Partial<Parameters<typeof startKeeper>[0]> = {}) {
  const mark = `ORRERY_OWNER=test.${randomUUID()}`
  const keeper = startKeeper({ mark, platform, path: '', ...place })
  const ended = new Promise<string>((resolve) => keeper.onEnd(resolve))
  onTestFinished(async () => {
    keeper.fallSilent()
    await ended
  })
  /** As when the app dies. */
  const dies = () => {
    keeper.fallSilent()
    return ended
  }
  return { keeper, mark, ended, dies }
}

/** Starts a script in a group of its own and waits until it has said that it is ready. */
async function started(script: string, mark: string | null) {
  const [name = '', value = ''] = mark?.split('=') ?? []
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...(mark === null ? {} : { [name]: value }) },
  })
  const root = { pid: child.pid ?? 0, mark }
  onTestFinished(() => tree.end(root, 0))
  await once(child.stdout, 'data')
  return { ...root, child }
}

/** By what signal a program has ended. */
async function endOf(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode
}

const SLEEPS = 'echo ready; sleep 60'
const IGNORES = 'trap "" TERM; echo ready; while :; do sleep 0.1; done'

describe.skipIf(platform === 'win32')('a keeper that hears nothing more', () => {
  it.each(['/bin/sh', '/bin/bash'].filter((file) => existsSync(file)))(
    'ends, in %s, each program with its group and what has left that, by force if it does not listen',
    async (shell) => {
      const { keeper, mark, dies } = open({ shell })
      const all = [
        await started('setsid sh -c "echo ready; sleep 60" & wait', mark),
        await started('nohup sleep 60 & echo ready; wait', mark),
        await started(IGNORES, mark),
      ]
      for (const { pid } of all) keeper.say(`+ ${pid}\n`)
      expect(await dies()).toBe('it ended with 0')
      const ends = await Promise.all(all.map(({ child }) => endOf(child)))
      expect(ends).toEqual(['SIGTERM', 'SIGTERM', 'SIGKILL'])
      expect(await Promise.all(all.map(tree.isAlive))).toEqual([false, false, false])
    },
  )

  it('ends what a program leaves behind that has ended itself', async () => {
    const { keeper, dies } = open()
    const left = await started('sleep 60 & echo ready', null)
    await endOf(left.child)
    keeper.say(`+ ${left.pid}\n`)
    await dies()
    expect(await tree.isAlive(left)).toBe(false)
  })

  it.runIf(platform === 'linux')('ends what it was never told of by the mark, and nobody else', async () => {
    const { mark, dies } = open()
    const marked = await started('(setsid sh -c "echo ready; sleep 60" &) ; exit 0', mark)
    const other = await started(SLEEPS, `${mark}2`)
    await dies()
    expect([await tree.isAlive(marked), await tree.isAlive(other)]).toEqual([false, true])
  })

  it.runIf(platform === 'linux' && existsSync('/bin/bash'))(
    'ends what has put off its environment and its session, by its limit of file locks',
    async () => {
      const { mark, dies } = open()
      const owner = mark.slice(mark.indexOf('=') + 1)
      const bare = (limit: string) =>
        started(`bash -c 'ulimit -x ${limit}; env -i setsid -f sh -c "echo ready; sleep 60"'`, null)
      const [lost, other] = [newLockLimit(owner), newLockLimit('another.start')]
      await bare(lost)
      await bare(other)
      await dies()
      const isLeft = (lockLimit: string) => tree.isAlive({ pid: 2, mark: null, lockLimit })
      expect([await isLeft(lost), await isLeft(other)]).toEqual([false, true])
      await tree.end({ pid: 2, mark: null, lockLimit: other }, 0)
    },
  )

  it('passes over a line that was cut off, and over what is no program', async () => {
    const { keeper, ended } = open()
    const other = await started(SLEEPS, null)
    for (const line of ['', '+', '+ 1', '+ -1', '+ x', '- 77', 'what']) keeper.say(`${line}\n`)
    // A truncated number would be that of an unrelated process.
    keeper.say(`+ ${other.pid}`)
    keeper.fallSilent()
    await ended
    expect(await tree.isAlive(other)).toBe(true)
  })

  it('leaves alone what is over', async () => {
    const { keeper, mark, dies } = open()
    const [over, running] = [await started(SLEEPS, null), await started(SLEEPS, mark)]
    keeper.say(`+ ${over.pid}\n+ ${running.pid}\n- ${over.pid}\n`)
    await dies()
    expect([await tree.isAlive(over), await tree.isAlive(running)]).toEqual([true, false])
  })

  it('ends fifty at once', async () => {
    const { keeper, mark, dies } = open()
    const script = 'sleep 60 & nohup sleep 60 & echo ready; wait'
    const all = await Promise.all(Array.from({ length: 50 }, () => started(script, mark)))
    for (const { pid } of all) keeper.say(`+ ${pid}\n`)
    await dies()
    expect(await Promise.all(all.map(tree.isAlive))).toEqual(all.map(() => false))
  })
})

it.skipIf(platform === 'win32')('a keeper goes without a look when nobody needs it any more', async () => {
  const { keeper, mark, ended } = open()
  const running = await started(SLEEPS, mark)
  keeper.say(`+ ${running.pid}\nrest\n`)
  await ended
  expect(await tree.isAlive(running)).toBe(true)
})

const BEGINNINGS = [
  ['ends a program that is still the one it was, and its group', 100, false],
  ['spares somebody who has the number of a program by now, and their group', 200, true],
] as const

/** Two programs, on a machine that shows its processes as the test says: the second is of the group of the first. */
async function openMachine() {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-machine-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const first = await started('echo ready; exec sleep 60', null)
  const second = await started('echo ready; exec sleep 60', null)
  const alive = () => Promise.all([first, second].map(tree.isAlive))
  return { at: (...parts: string[]) => join(folder, ...parts), first, second, alive }
}

describe.runIf(platform === 'linux')('a keeper on Linux', () => {
  const tellOfFirst = async () => {
    const { at, first, second, alive } = await openMachine()
    const stat = ({ pid }: { pid: number }, beginning: number) =>
      `${pid} (a (b)\nc) S 1 ${first.pid} ${'0 '.repeat(16)}${beginning} 0\n`
    const file = at(String(first.pid), 'stat')
    for (const { pid } of [first, second]) await mkdir(at(String(pid)))
    await writeFile(at(String(second.pid), 'stat'), stat(second, 300))
    execFileSync('mkfifo', [file])
    const { keeper, mark, dies } = open({ processes: at() })
    keeper.say(`+ ${first.pid}\n`)
    // A pipe write completes once it is read, so the start has been noted after this.
    await writeFile(file, stat(first, 100))
    await rm(file)
    await writeFile(file, stat(first, 100))
    const show = (beginning: number) => writeFile(file, stat(first, beginning))
    const clear = () =>
      Promise.all([first, second].map(({ pid }) => rm(at(String(pid)), { recursive: true })))
    return { first, second, alive, mark, dies, show, clear }
  }

  it.each(BEGINNINGS)('%s', async (_what, beginning, isAlive) => {
    const { first, second, alive, show, clear, dies } = await tellOfFirst()
    await show(beginning)
    const ended = dies()
    if (!isAlive) await Promise.all([endOf(first.child), endOf(second.child)]).then(clear)
    await ended
    expect(await alive()).toEqual([isAlive, isAlive])
  })

  it('does not hear what is meant for the app and its terminal', async () => {
    const { alive, clear, mark, dies } = await tellOfFirst()
    const { length, 0: keeper = 0 } = execFileSync('/bin/ps', ['-A', '-ww', '-o', 'pid=,args='], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter((line) => line.includes(mark))
      .map((line) => Number.parseInt(line, 10))
    expect(length).toBe(1)
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const) process.kill(keeper, signal)
    const ended = dies()
    await expect.poll(alive).toEqual([false, false])
    await clear()
    expect(await ended).toBe('it ended with 0')
  })
})

/** A stand-in for macOS `ps`: one process comes from a pipe, all from a file. */
const PS = `#!/bin/sh\ncase $1 in -A) exec cat "\${0%/*}/all" ;; *) exec cat "\${0%/*}/one" ;; esac\n`

describe.skipIf(platform === 'win32')('a keeper on macOS', () => {
  it.each(BEGINNINGS)('%s', async (_what, beginning, isAlive) => {
    const { at, first, second, alive } = await openMachine()
    const line = ({ pid }: { pid: number }, second: number) =>
      `  ${pid}     1 ${first.pid} Ss   Tue Mar  3 09:05:${second / 10} 2026    \n`
    await writeFile(at('ps'), PS, { mode: 0o755 })
    await writeFile(at('all'), `${line(first, beginning)}    9     1     9 Z    \n${line(second, 300)}`)
    execFileSync('mkfifo', [at('one')])
    const { keeper, dies } = open({ platform: 'darwin', programs: at(), path: '/usr/bin:/bin' })
    keeper.say(`+ ${first.pid}\n`)
    await writeFile(at('one'), line(first, 100))
    const ended = dies()
    if (!isAlive) {
      await Promise.all([endOf(first.child), endOf(second.child)])
      await writeFile(at('all'), '')
    }
    await ended
    expect(await alive()).toEqual([isAlive, isAlive])
  })
})
