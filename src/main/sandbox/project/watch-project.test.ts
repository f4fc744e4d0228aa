import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../../lib/clock.ts'
import { timeLimit } from '../time-limit.ts'
import { guardProject, markProject } from './guard-project.ts'
import { createKeptMarks } from './kept-marks.ts'
import { createProjectGuard } from './project-guard.ts'
import { searchProject } from './project-search.ts'
import { ProjectTooLarge } from './project-too-large.ts'
import { watchProject } from './watch-project.ts'

const forever = { left: () => Number.POSITIVE_INFINITY }
const isLinux = process.platform === 'linux'

async function openProject() {
  const { path, at, write } = await openTempFolder('guarded')
  const mark = () => markProject(path, { home: '/nowhere', limit: forever, now: Date.now })
  const marks = createKeptMarks((await openTempFolder('marks')).path, Date.now)
  return { path, at, write, mark, marks }
}

describe('a project while a command runs', () => {
  it('keeps a new hook at the first check and renames it at the second', async () => {
    const { path, at, write, mark } = await openProject()
    const clock = createStoppedClock()
    const watched = watchProject(await mark(), clock, { stillRuns: async () => {} })
    execFileSync('git', ['init', '-q', 'sub'], { cwd: path })
    await write('sub/.git/hooks/pre-commit', '#!/bin/sh\n')
    const check = async (): Promise<void> => {
      await expect.poll(clock.waiting).toHaveLength(1)
      clock.advance(clock.waiting()[0] ?? 0)
      await expect.poll(clock.waiting).toHaveLength(1)
    }
    await check()
    expect(await readdir(at('sub/.git'))).toContain('hooks')
    await check()
    expect(await readdir(at('sub/.git'))).toContain('hooks.blocked')
    expect(await watched.stop()).toEqual([{ what: 'steering', name: 'sub/.git/hooks', tries: 1 }])
  })

  it.runIf(isLinux)('renames nothing through a link that takes the place of a folder', async () => {
    const { path, at, write, mark } = await openProject()
    const before = await mark()
    await write('sub/.claude/settings.json', '{}')
    const other = await openTempFolder('other')
    await other.write('.claude/settings.json', '{}')
    const swapped = async () => {
      execFileSync('mv', [at('sub'), at('kept')])
      await symlink(other.path, at('sub'))
    }
    let swap: Promise<void> | null = null
    const isDue = (name: string) => {
      if (name.startsWith(at('sub'))) swap ??= swapped()
      return false
    }
    await guardProject(before, { limit: forever, isAlive: true, isDue })
    await swap
    await guardProject(before, { limit: forever, isAlive: true, isDue: () => true })
    expect(await readdir(other.path)).toEqual(['.claude'])
    expect((await readdir(path)).toSorted()).toEqual(['kept', 'sub'])
  })
})

describe('a search of a project', () => {
  it('finds the same with the program of the system as without it', async () => {
    const { path, at, write } = await openProject()
    for (const name of ['a', 'a/b/c', 'target/d', 'node_modules/e'])
      execFileSync('git', ['init', '-q', name], { cwd: path })
    execFileSync('git', ['init', '-q', '--bare', 'bare'], { cwd: path })
    await write('a/b/.mcp.json', '{}')
    await mkdir(at('node_modules/e/.claude'), { recursive: true })
    for (const inBuilds of [true, false]) {
      const found = (most: number) => searchProject({ root: path, inBuilds, limit: forever, most })
      const [walked, searched] = [await found(1_000), await found(0)]
      expect(searched.repositories.toSorted()).toEqual(walked.repositories.toSorted())
      expect(searched.agents.toSorted()).toEqual(walked.agents.toSorted())
      expect(searched.repositories).toHaveLength(inBuilds ? 5 : 3)
    }
  })

  it('that does not end in time lets no command start', async () => {
    const { path, write, marks } = await openProject()
    await write('a/b', '')
    const clock = { ...systemClock, elapsed: createImpatience() }
    const guard = createProjectGuard(clock, marks)
    await expect(guard.mark(path, '/nowhere', 's')).rejects.toBeInstanceOf(ProjectTooLarge)
  })

  it('that finds an agent file nested too deep lets no command start until its folder is gone', async () => {
    const { path, at, marks } = await openProject()
    const guard = createProjectGuard(systemClock, marks)
    const watched = guard.watch(await guard.mark(path, '/nowhere', 's'))
    const deeper = 'for n in $(seq 20); do mkdir -p "$1" && cd -P "$1" || exit 1; done; echo {} > .mcp.json'
    execFileSync('/bin/bash', ['-c', `mkdir target; cd target; ${deeper}`, 'deeper', 'd'.repeat(240)], {
      cwd: path,
    })
    const unsearched = { what: 'unsearched', name: 'target', tries: 1 }
    expect(await watched.close()).toEqual([unsearched])
    await expect(guard.mark(path, '/nowhere', 's')).rejects.toThrow('The folder target is nested too deep')
    for (const most of [0, 1_000]) {
      const { tooDeep, complete } = await searchProject({ root: path, inBuilds: true, limit: forever, most })
      expect({ tooDeep, complete }).toEqual({ tooDeep: at('target'), complete: false })
    }
    execFileSync('rm', ['-rf', at('target')])
    await expect(guard.mark(path, '/nowhere', 's')).resolves.toBeDefined()
  })

  it('that does not end in time after a command is finished before the next command', async () => {
    const { path, at, write, marks } = await openProject()
    let isHurried = false
    const passing = createImpatience()
    const clock = { ...systemClock, elapsed: () => (isHurried ? passing() : systemClock.elapsed()) }
    const guard = createProjectGuard(clock, marks)
    const watched = guard.watch(await guard.mark(path, '/nowhere', 's'))
    await write('sub/.mcp.json', '{}')
    isHurried = true
    expect(await watched.close()).toContainEqual({ what: 'unsearched', name: '.', tries: 1 })
    isHurried = false
    const renamed = await guard.watch(await guard.mark(path, '/nowhere', 's')).close()
    expect(renamed).toEqual([{ what: 'steering', name: 'sub/.mcp.json', tries: 1 }])
    expect(await readdir(at('sub'))).toEqual(['.mcp.json.blocked'])
  })
})

describe('a project after a command', () => {
  it('has its new agent files renamed also in a folder that cannot be changed', async () => {
    const { at, write, mark } = await openProject()
    const before = await mark()
    await write('sub/.mcp.json', '{}')
    await chmod(at('sub'), 0o555)
    const { blocked, complete } = await guardProject(before, {
      limit: timeLimit(systemClock, 60_000),
      isAlive: false,
      isDue: () => true,
    })
    expect({ blocked, complete }).toEqual({
      blocked: [{ what: 'steering', name: 'sub/.mcp.json', tries: 1 }],
      complete: true,
    })
    await chmod(at('sub'), 0o755)
    expect(await readdir(at('sub'))).toEqual(['.mcp.json.blocked'])
  })

  it('lists at most a hundred renamed files, and counts the others', async () => {
    const { at, mark } = await openProject()
    const before = await mark()
    for (let count = 0; count < 105; count++) {
      await mkdir(at(`d${count}`))
      await writeFile(join(at(`d${count}`), '.mcp.json'), '{}')
    }
    const { blocked } = await guardProject(before, { limit: forever, isAlive: false, isDue: () => true })
    expect(blocked).toHaveLength(101)
    expect(blocked.at(-1)).toEqual({ what: 'steering', name: '(5 more)', tries: 5 })
  })
})

/** A clock on which an hour passes between two looks. */
function createImpatience(): () => number {
  let hours = 0
  return () => {
    hours += 1
    return hours * 3_600_000
  }
}
