import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeScope, FileChange } from '#shared/changes/changes.ts'
import { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import migration from '../database/migrations/0022-discarded-changes.sql?raw'
import decisionTable from '../database/migrations/0026-change-decisions.sql?raw'
import { folderReader } from '../projects/folder-reader.ts'
import { openDecisionRows } from './decisions/decision-rows.ts'
import { openDiscarded } from './discarded.ts'
import { openChanges } from './open-changes.ts'

const ID = ProjectId.parse('prj_01234567890123456789')
const signal = new AbortController().signal
let folder: string
let project: Project
let isRunning = false
let changes: ReturnType<typeof openChanges>
let db: BetterSqlite3.Database

const git = (...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
    encoding: 'utf8',
  })
const write = (path: string, text: string | Buffer) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const LINES = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`)
const text = (changed: Readonly<Record<number, string>> = {}) =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join('\n')}\n`

const tempFolder = async () => (await openTempFolder('changes')).path

beforeEach(async () => {
  folder = await tempFolder()
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@b')
  write('src/a.ts', text())
  write('old name.txt', 'kept\nlines\nof\ntext\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  project = {
    id: ID,
    path: folder,
    name: 'tide',
    lastOpenedAt: 0 as Project['lastOpenedAt'],
    missing: false,
    branch: 'main',
    trusted: true,
    carriesCode: false,
    gitMayStart: false,
  }
  db = new BetterSqlite3(':memory:')
  db.exec(migration)
  db.exec(decisionTable)
  isRunning = false
  changes = openChanges({
    git: realGit(await tempFolder()),
    reader: folderReader,
    join,
    id: randomUUID,
    now: Date.now,
    project: async () => project,
    discarded: openDiscarded(db),
    decisions: openDecisionRows(db),
    drafts: { write: async () => '', stop: () => {} },
    begun: { get: () => '', set: () => {} },
    originOf: async () => null,
    trailer: () => 'none' as const,
    chatFiles: async () => [],
    tellAgent: () => {},
    isRunning: () => isRunning,
  })
})
afterEach(() => db.close())

const list = (scope: ChangeScope = 'uncommitted') => changes.list(ID, { scope }, signal)
const names = async (scope?: ChangeScope) =>
  (await list(scope)).files.map(({ path, kind }) => `${kind} ${path}`)
const diff = async (path: string, scope: ChangeScope = 'uncommitted'): Promise<FileChange['content']> => {
  const [change] = await changes.diff(ID, { scope, paths: [path], hideWhitespace: false }, signal)
  if (change === undefined) throw new Error('no change')
  return change.content
}
const hunksOf = async (path: string, scope: ChangeScope = 'uncommitted') => {
  const content = await diff(path, scope)
  return content.kind === 'text' ? content.hunks : []
}

describe('what changed', () => {
  it('lists edited, new, renamed, deleted and binary files with their lines', async () => {
    write('src/a.ts', text({ 3: 'changed', 30: 'changed too' }))
    write('new file 潮.md', 'one\ntwo\n')
    git('mv', 'old name.txt', 'new name.txt')
    write('picture.bin', Buffer.from([0, 1, 2, 255]))
    const found = await list()
    expect(found.repository).toMatchObject({ branch: 'main', upstream: null, operation: null })
    expect(found.files).toEqual([
      expect.objectContaining({ path: 'src/a.ts', kind: 'modified', added: 2, removed: 2, staged: false }),
      expect.objectContaining({ path: 'new file 潮.md', kind: 'untracked', staged: false, unstaged: true }),
      expect.objectContaining({ path: 'new name.txt', kind: 'renamed', from: 'old name.txt', staged: true }),
      expect.objectContaining({ path: 'picture.bin', kind: 'untracked' }),
    ])
    expect(await diff('picture.bin')).toEqual({ kind: 'binary' })
    expect(await hunksOf('new file 潮.md')).toMatchObject([{ newStart: 1, lines: ['+one', '+two'] }])
  })

  it('works before the first commit and in a folder of the repository', async () => {
    rmSync(join(folder, '.git'), { recursive: true })
    git('init', '-q', '-b', 'main')
    git('add', 'src/a.ts')
    expect(await names('staged')).toEqual(['added src/a.ts'])
    project = { ...project, path: join(folder, 'src') }
    expect(await names()).toEqual(['added src/a.ts'])
  })

  it('compares the branch with the commit where it left main', async () => {
    git('switch', '-qc', 'topic')
    write('src/a.ts', text({ 3: 'on the branch' }))
    git('commit', '-qam', 'second')
    write('other.txt', 'not committed\n')
    const found = await list('branch')
    expect(found.base).toBe('main')
    expect(found.files.map(({ path }) => path)).toEqual(['src/a.ts', 'other.txt'])
    expect((await hunksOf('src/a.ts', 'branch'))[0]?.stage).toBeNull()
  })

  it('names a conflict and the merge it belongs to', async () => {
    git('switch', '-qc', 'topic')
    write('src/a.ts', text({ 3: 'theirs' }))
    git('commit', '-qam', 'theirs')
    git('switch', '-q', 'main')
    write('src/a.ts', text({ 3: 'ours' }))
    git('commit', '-qam', 'ours')
    expect(() => git('merge', '-q', 'topic')).toThrow()
    const found = await list()
    expect(found.repository.operation).toBe('merge')
    expect(found.files).toMatchObject([{ path: 'src/a.ts', kind: 'conflicted' }])
    await expect(changes.commit(ID, { message: 'no', amend: false }, signal)).rejects.toThrow(
      'Resolve the conflicts first: src/a.ts',
    )
  })

  it('keeps hunks apart that have the same lines, and ids when lines above move', async () => {
    write('src/a.ts', text({ 20: 'changed' }))
    const [before] = await hunksOf('src/a.ts')
    write('src/a.ts', `new\n${text({ 20: 'changed' })}`)
    const after = await hunksOf('src/a.ts')
    expect(after.map(({ id }) => id)).toContain(before?.id)
    expect(new Set(after.map(({ id }) => id)).size).toBe(2)
  })

  it('says that there is no repository', async () => {
    project = { ...project, path: await tempFolder() }
    await expect(list()).rejects.toThrow('tide is not in a Git repository')
  })
})

describe('staging', () => {
  it('stages one hunk, unstages it, and says where each is', async () => {
    write('src/a.ts', text({ 3: 'first', 30: 'second' }))
    const [first] = await hunksOf('src/a.ts')
    await changes.stage(ID, [{ path: 'src/a.ts', hunks: [first?.id ?? ''] }], signal)
    expect(git('show', ':src/a.ts')).toBe(text({ 3: 'first' }))
    expect((await hunksOf('src/a.ts')).map(({ stage }) => stage)).toEqual(['staged', 'unstaged'])
    expect(await names('staged')).toEqual(['modified src/a.ts'])
    await changes.unstage(ID, [{ path: 'src/a.ts', hunks: [first?.id ?? ''] }], signal)
    expect(git('diff', '--cached')).toBe('')
    expect(read('src/a.ts')).toBe(text({ 3: 'first', 30: 'second' }))
  })

  it('stages single lines of a hunk', async () => {
    write('src/a.ts', text({ 3: 'first', 4: 'second' }))
    const [hunk] = await hunksOf('src/a.ts')
    const lines = hunk?.lines ?? []
    const chosen = ['-line 3', '+first'].map((line) => lines.indexOf(line))
    await changes.stage(ID, [{ path: 'src/a.ts', hunks: [hunk?.id ?? ''], lines: chosen }], signal)
    expect(git('show', ':src/a.ts').split('\n').slice(1, 5)).toEqual(['line 2', 'first', 'line 4', 'line 5'])
  })

  it('stages whole files, also deleted and new ones with odd names', async () => {
    rmSync(join(folder, 'src/a.ts'))
    write('-odd "name"\t潮.txt', 'x\n')
    const parts = (await list()).files.map(({ path }) => ({ path }))
    await changes.stage(ID, parts, signal)
    expect(await names('staged')).toEqual(['deleted src/a.ts', 'added -odd "name"\t潮.txt'])
    await changes.unstage(ID, parts, signal)
    expect(await names('staged')).toEqual([])
  })

  it('refuses a hunk that has changed since, and changes nothing', async () => {
    write('src/a.ts', text({ 3: 'first' }))
    const [hunk] = await hunksOf('src/a.ts')
    write('src/a.ts', text({ 3: 'other' }))
    await expect(changes.stage(ID, [{ path: 'src/a.ts', hunks: [hunk?.id ?? ''] }], signal)).rejects.toThrow(
      'The lines in src/a.ts have changed since they were shown',
    )
    expect(git('diff', '--cached')).toBe('')
  })

  it('keeps bytes that are not UTF-8 and line ends of Windows', async () => {
    write('latin.txt', Buffer.from('caf\xe9\r\nb\r\n', 'latin1'))
    git('add', '.')
    git('commit', '-qm', 'latin')
    write('latin.txt', Buffer.from('caf\xe9s\r\nb\r\n', 'latin1'))
    const [hunk] = await hunksOf('latin.txt')
    await changes.stage(ID, [{ path: 'latin.txt', hunks: [hunk?.id ?? ''] }], signal)
    expect(git('diff', '--', 'latin.txt')).toBe('')
    expect(git('diff', '--cached', '--numstat')).toMatch(/^1\t1\tlatin/)
  })

  it('needs trust', async () => {
    write('src/a.ts', text({ 3: 'first' }))
    project = { ...project, trusted: false }
    expect((await list()).canAct).toBe(false)
    await expect(changes.stage(ID, [{ path: 'src/a.ts' }], signal)).rejects.toThrow(
      'only if you trust the project',
    )
  })

  it('names a lock that another program holds', async () => {
    write('src/a.ts', text({ 3: 'first' }))
    write('.git/index.lock', '')
    await expect(changes.stage(ID, [{ path: 'src/a.ts' }], signal)).rejects.toThrow(
      'Another program is using',
    )
  })
})

describe('discarding', () => {
  it('takes one hunk out of the file and puts it back', async () => {
    write('src/a.ts', text({ 3: 'first', 30: 'second' }))
    const [first] = await hunksOf('src/a.ts')
    const [kept] = await changes.discard(ID, [{ path: 'src/a.ts', hunks: [first?.id ?? ''] }], signal)
    expect(read('src/a.ts')).toBe(text({ 30: 'second' }))
    expect(changes.discarded(ID)).toMatchObject([{ id: kept?.id, path: 'src/a.ts', added: 1, removed: 1 }])
    await changes.restore(ID, kept?.id ?? '', signal)
    expect(read('src/a.ts')).toBe(text({ 3: 'first', 30: 'second' }))
    expect(changes.discarded(ID)).toEqual([])
  })

  it('takes whole files back, staged, new, binary, deleted and linked ones', async () => {
    write('src/a.ts', text({ 3: 'first' }))
    git('add', 'src/a.ts')
    write('src/a.ts', text({ 3: 'first', 30: 'second' }))
    write('new/picture.bin', Buffer.from([0, 1, 2, 255]))
    rmSync(join(folder, 'old name.txt'))
    symlinkSync('nowhere', join(folder, 'link'))
    const parts = (await list()).files.map(({ path }) => ({ path }))
    expect(parts).toHaveLength(4)
    const kept = await changes.discard(ID, parts, signal)
    expect(await names()).toEqual([])
    expect(read('src/a.ts')).toBe(text())
    expect(existsSync(join(folder, 'new/picture.bin'))).toBe(false)
    for (const { id } of kept) await changes.restore(ID, id, signal)
    expect(read('src/a.ts')).toBe(text({ 3: 'first', 30: 'second' }))
    expect(readFileSync(join(folder, 'new/picture.bin'))).toEqual(Buffer.from([0, 1, 2, 255]))
    expect(existsSync(join(folder, 'old name.txt'))).toBe(false)
  })

  it('takes a rename back, and keeps what was only staged', async () => {
    git('mv', 'old name.txt', 'new name.txt')
    write('src/a.ts', text({ 3: 'staged only' }))
    git('add', 'src/a.ts')
    write('src/a.ts', text({ 3: 'in the file' }))
    const parts = (await list()).files.map(({ path }) => ({ path }))
    const kept = await changes.discard(ID, parts, signal)
    expect(await names()).toEqual([])
    expect(read('old name.txt')).toBe('kept\nlines\nof\ntext\n')
    expect(changes.discarded(ID)).toHaveLength(kept.length + 1)
    const ids = new Set(kept.map(({ id }) => id))
    const only = changes.discarded(ID).find(({ id }) => !ids.has(id))
    await changes.restore(ID, only?.id ?? '', signal)
    expect(read('src/a.ts')).toBe(text({ 3: 'staged only' }))
  })

  it('keeps the copy when the place has changed', async () => {
    write('src/a.ts', text({ 3: 'first' }))
    const [kept] = await changes.discard(ID, [{ path: 'src/a.ts' }], signal)
    write('src/a.ts', text({ 2: 'x', 3: 'y', 4: 'z' }))
    await expect(changes.restore(ID, kept?.id ?? '', signal)).rejects.toThrow('the copy is kept')
    expect(changes.discarded(ID)).toHaveLength(1)
    expect(read('src/a.ts')).toBe(text({ 2: 'x', 3: 'y', 4: 'z' }))
  })

  it('waits for a running agent', async () => {
    write('src/a.ts', text({ 3: 'first' }))
    isRunning = true
    await expect(changes.discard(ID, [{ path: 'src/a.ts' }], signal)).rejects.toThrow(
      'An agent is running in tide',
    )
    expect(read('src/a.ts')).toBe(text({ 3: 'first' }))
  })
})

describe('commits', () => {
  it('commits what is staged, with hooks, and takes the commit back', async () => {
    write('.git/hooks/pre-commit', '#!/bin/sh\necho ran > hook-ran\n')
    execFileSync('chmod', ['+x', join(folder, '.git/hooks/pre-commit')])
    write('src/a.ts', text({ 3: 'first' }))
    await expect(changes.commit(ID, { message: 'x', amend: false }, signal)).rejects.toThrow(
      'Nothing is staged',
    )
    await changes.stage(ID, [{ path: 'src/a.ts' }], signal)
    const made = await changes.commit(ID, { message: '# Not a comment\n\nbody', amend: false }, signal)
    expect(git('log', '-1', '--format=%B').trim()).toBe('# Not a comment\n\nbody')
    expect(read('hook-ran')).toBe('ran\n')
    await changes.uncommit(ID, made, signal)
    expect(git('log', '--format=%s').trim()).toBe('first')
    expect(await names('staged')).toEqual(['modified src/a.ts'])
    await expect(changes.uncommit(ID, made, signal)).rejects.toThrow('Another commit was made since')
  })

  it.each([
    ['in the git folder', '.git/hooks/pre-commit', []],
    ['in a folder of the repository', '.githooks/pre-commit', ['config', 'core.hooksPath', '.githooks']],
  ])('runs no hook %s of a project that was never trusted', async (_where, path, setting) => {
    if (setting.length > 0) git(...setting)
    write(path, '#!/bin/sh\necho ran > hook-ran\n')
    execFileSync('chmod', ['+x', join(folder, path)])
    write('src/a.ts', text({ 3: 'first' }))
    project = { ...project, trusted: null }
    await changes.stage(ID, [{ path: 'src/a.ts' }], signal)
    await expect(changes.commit(ID, { message: 'x', amend: false }, signal)).rejects.toThrow('has hooks')
    await expect(changes.sync(ID, 'push', signal)).rejects.toThrow()
    rmSync(join(folder, path))
    await changes.commit(ID, { message: 'x', amend: false }, signal)
    expect(git('log', '-1', '--format=%s').trim()).toBe('x')
    expect(existsSync(join(folder, 'hook-ran'))).toBe(false)
  })

  it('shows what a hook says when it refuses', async () => {
    write('.git/hooks/pre-commit', '#!/bin/sh\necho "lint: 2 errors" >&2\nexit 1\n')
    execFileSync('chmod', ['+x', join(folder, '.git/hooks/pre-commit')])
    write('src/a.ts', text({ 3: 'first' }))
    await changes.stage(ID, [{ path: 'src/a.ts' }], signal)
    await expect(changes.commit(ID, { message: 'x', amend: false }, signal)).rejects.toThrow('lint: 2 errors')
    expect(await names('staged')).toEqual(['modified src/a.ts'])
  })

  it('pushes to the only remote, fetches, pulls and refuses a branch that has split', async () => {
    const remote = await tempFolder()
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', remote])
    git('remote', 'add', 'origin', remote)
    await changes.sync(ID, 'push', signal)
    expect((await list()).repository).toMatchObject({ upstream: 'origin/main', ahead: 0, behind: 0 })
    const other = await tempFolder()
    execFileSync('git', ['clone', '-q', remote, other])
    writeFileSync(join(other, 'theirs.txt'), 'x\n')
    const there = (...args: string[]) =>
      execFileSync('git', ['-C', other, '-c', 'user.name=B', '-c', 'user.email=b@b', ...args])
    there('add', '.')
    there('commit', '-qm', 'theirs')
    there('push', '-q')
    await changes.sync(ID, 'fetch', signal)
    expect((await list()).repository).toMatchObject({ ahead: 0, behind: 1 })
    write('src/a.ts', text({ 3: 'first' }))
    await changes.stage(ID, [{ path: 'src/a.ts' }], signal)
    await changes.commit(ID, { message: 'ours', amend: false }, signal)
    await expect(changes.sync(ID, 'pull', signal)).rejects.toThrow('both have new commits')
    await expect(changes.sync(ID, 'push', signal)).rejects.toThrow('both have new commits')
  })
})
