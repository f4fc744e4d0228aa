import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { AfterEdit } from '#shared/problems/after-edit.ts'
import type { KeptProblems } from '#shared/problems/problem.ts'
import { say } from '#shared/sentences.ts'
import { silentLogger } from '../lib/logger.ts'
import { type CheckOutput, createCommandChecks } from './command-checks.ts'
import { createEditChecks } from './edit-checks.ts'

const projectId = 'prj_1' as ProjectId
const run = { sessionId: 'ses_1' as SessionId, runId: 'run_1' as RunId }
const never = new AbortController().signal
const WHOLE: AfterEdit = { glob: '**/*.ts', command: 'tsc' }

/** A project whose only command prints what `output` returns. */
function rig(
  output: (command: string, signal: AbortSignal) => string | Promise<CheckOutput>,
  entries = [WHOLE],
  isTrusted = true,
  stored: { lists: readonly KeptProblems[] } = { lists: [] },
) {
  const commands: string[] = []
  const told: ProjectId[] = []
  const files = { changed: ['/p/a.ts'], stamp: 'one' }
  const ofCommand = createCommandChecks({
    matches: () => (path) => path.endsWith('.ts'),
    stampOf: async () => files.stamp,
    exists: async (path) => !path.endsWith('gone.ts'),
    platform: 'linux',
    logger: silentLogger,
    runCommand: async (_place, { command }, signal) => {
      commands.push(command)
      const printed = output(command, signal)
      return typeof printed === 'string'
        ? { exitCode: printed === '' ? 0 : 1, out: printed, err: '' }
        : printed
    },
  })
  const kept = {
    read: () => stored.lists,
    write: (lists: readonly KeptProblems[]) => {
      stored.lists = lists
    },
  }
  const checks = createEditChecks({
    placeOf: async (editing) => {
      const folder = { ...editing, projectId, root: '/p', folder: null }
      return isTrusted ? { ...folder, checks: entries.map((entry) => ofCommand(folder, entry)) } : null
    },
    changedIn: () => files.changed,
    clock: { now: () => 7 },
    kept,
    changed: (id) => void told.push(id),
  })
  const edit = async (path = '/p/a.ts', editing = run) => {
    await checks.beforeEdit(editing, path, never)
    checks.edited(editing)
  }
  return { checks, commands, told, files, edit }
}

const errorAt = (line: number, what = 'bad', path = 'a.ts') => `${path}:${line}:1: error: ${what}\n`
const lines = (problems: readonly { path: string; line: number; message: string }[]) =>
  problems.map(({ path, line, message }) => `${path}:${line} ${message}`)

describe('checks around edits', () => {
  it('report what was not there before the turn', async () => {
    const outputs = [errorAt(3), errorAt(4) + errorAt(8, 'worse')]
    const { checks, edit, told } = rig(() => outputs.shift() ?? '')
    await edit()
    await edit()
    expect(lines(await checks.check(run, never))).toEqual(['a.ts:8 worse'])
    expect(checks.list(projectId, null)).toMatchObject({
      at: 7,
      more: 0,
      older: 1,
      results: [{ state: 'done' }],
    })
    expect(told).toEqual([projectId])
  })

  it('run once for several edits, and not at all without one', async () => {
    const { checks, edit, commands } = rig(() => '')
    expect(await checks.check(run, never)).toEqual([])
    await edit()
    await edit('/p/b.ts')
    await checks.check(run, never)
    expect(await checks.check(run, never)).toEqual([])
    expect(commands).toEqual(['tsc', 'tsc'])
  })

  it('keep the state before the first edit for every round of a turn', async () => {
    const outputs = [errorAt(3), errorAt(3) + errorAt(8, 'worse'), errorAt(3) + errorAt(8, 'worse')]
    const { checks, edit } = rig(() => outputs.shift() ?? '')
    await edit()
    expect(await checks.check(run, never)).toHaveLength(1)
    await edit()
    expect(lines(await checks.check(run, never))).toEqual(['a.ts:8 worse'])
  })

  it('reuse the last check while no file changed, and only then', async () => {
    const { checks, edit, commands, files } = rig(() => errorAt(3))
    const next = { ...run, runId: 'run_2' as RunId }
    const third = { ...run, runId: 'run_3' as RunId }
    await edit()
    await checks.check(run, never)
    await edit('/p/a.ts', next)
    expect(commands).toHaveLength(2)
    files.stamp = 'two'
    await edit('/p/a.ts', third)
    expect(commands).toHaveLength(3)
  })

  it('name the edited files to a command that wants them, quoted', async () => {
    const { checks, edit, commands, files } = rig(() => '', [{ glob: '**', command: 'lint {files}' }])
    files.changed = ["/p/it's.ts", '/p/gone.ts', '/elsewhere/x.ts']
    await edit("/p/it's.ts")
    await checks.check(run, never)
    expect(commands).toEqual(["lint './it'\\''s.ts'", "lint './it'\\''s.ts'"])
  })

  it('count all problems of a new file as new', async () => {
    const { checks, edit, files } = rig(
      () => errorAt(1, 'bad', 'new.ts'),
      [{ glob: '**', command: 'lint {files}' }],
    )
    files.changed = ['/p/new.ts']
    await checks.beforeEdit(run, '/p/gone.ts', never)
    await edit('/p/gone.ts')
    expect(lines(await checks.check(run, never))).toEqual(['new.ts:1 bad'])
  })

  it('judge only the edited files where the state before is not known', async () => {
    const { checks } = rig(() => errorAt(3) + errorAt(1, 'old', 'other.ts'))
    checks.edited(run)
    expect(lines(await checks.check(run, never))).toEqual(['a.ts:3 bad'])
  })

  it('tell of a command that fails without naming a place, and hold no edit up', async () => {
    const { checks, edit } = rig(() => 'tsc: not found')
    await edit()
    expect(await checks.check(run, never)).toEqual([])
    expect(checks.list(projectId, null)?.results).toEqual([
      { name: 'tsc', state: 'unreadable', detail: 'tsc: not found', said: [] },
    ])
  })

  it('tell of a command that may not run any more', async () => {
    const { checks, edit } = rig(() => {
      throw AppError.saying('other', say('problems.noTrust'))
    })
    await edit()
    expect(await checks.check(run, never)).toEqual([])
    expect(checks.list(projectId, null)?.results).toMatchObject([{ state: 'failed' }])
  })

  it('end with the run', async () => {
    const stop = new AbortController()
    const { checks } = rig(
      (_command, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    checks.edited(run)
    const checking = checks.check(run, stop.signal)
    stop.abort()
    await expect(checking).rejects.toThrow()
  })

  it('do nothing in a project without trust', async () => {
    const { checks, edit, commands } = rig(() => errorAt(3), [WHOLE], false)
    await edit()
    expect(await checks.check(run, never)).toEqual([])
    expect(commands).toEqual([])
    expect(checks.list(projectId, null)).toBeNull()
  })

  it('open only files that are listed', async () => {
    const { checks, edit } = rig(() => errorAt(3))
    checks.edited(run)
    await checks.check(run, never)
    await edit()
    expect(checks.fileOf(projectId, null, 'a.ts')).toBe('/p/a.ts')
    expect(checks.fileOf(projectId, null, '../etc/passwd')).toBeNull()
  })
})

describe('lists of problems', () => {
  it('survive a restart, and say that they are from before it', async () => {
    const stored = { lists: [] }
    const outputs = ['', errorAt(4)]
    const before = rig(() => outputs.shift() ?? '', [WHOLE], true, stored)
    await before.edit()
    await before.checks.check(run, never)
    expect(before.checks.list(projectId, null)).toMatchObject({ isOld: false, problems: [{ line: 4 }] })
    const after = rig(() => '', [WHOLE], true, stored)
    expect(after.checks.list(projectId, null)).toMatchObject({ isOld: true, problems: [{ line: 4 }] })
    expect(after.checks.fileOf(projectId, null, 'a.ts')).toBe('/p/a.ts')
    expect(after.checks.list(projectId, '/p/trees/one')).toBeNull()
    await after.edit()
    await after.checks.check(run, never)
    expect(after.checks.list(projectId, null)).toMatchObject({ isOld: false, problems: [] })
  })

  it('are looked at again once the server that found them runs', async () => {
    const problem = (line: number, check: string) => ({
      path: `${check}.ts`,
      line,
      column: 1,
      severity: 'error' as const,
      message: 'bad',
      code: null,
      check,
    })
    const list = {
      sessionId: run.sessionId,
      at: 3,
      folder: null,
      problems: [problem(4, 'ts'), problem(9, 'ts'), problem(2, 'tsc')],
      more: 0,
      older: 0,
      results: [],
    }
    const stored = { lists: [{ projectId, root: '/p', list }] }
    const { checks, told } = rig(() => '', [WHOLE], true, stored)
    const asked: string[][] = []
    const server = (state: 'done' | 'failed', lines: readonly number[]) => ({
      concerns: (path: string) => path.endsWith('.ts'),
      keysOf: () => [],
      before: async () => null,
      after: async (files: readonly string[]) => {
        asked.push([...files])
        const result = { name: 'ts', state, detail: '', said: [] }
        return { problems: lines.map((line) => problem(line, 'ts')), result }
      },
    })
    const place = { projectId, root: '/p', folder: null, check: 'ts' }
    await checks.again({ ...place, root: '/elsewhere' }, server('done', []), never)
    await checks.again(place, server('failed', []), never)
    expect([asked, told]).toEqual([[['ts.ts']], []])
    await checks.again(place, server('done', [5, 6, 7]), never)
    expect(lines(checks.list(projectId, null)?.problems ?? [])).toEqual([
      'ts.ts:5 bad',
      'ts.ts:6 bad',
      'tsc.ts:2 bad',
    ])
    // What the command found is still from before.
    expect([checks.list(projectId, null)?.isOld, told]).toEqual([true, [projectId]])
    stored.lists = [{ projectId, root: '/p', list: { ...list, problems: [problem(4, 'ts')] } }]
    const next = rig(() => '', [WHOLE], true, stored)
    await next.checks.again(place, server('done', []), never)
    expect(next.checks.list(projectId, null)).toMatchObject({ problems: [], isOld: false })
  })
})
