import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Millis, ProjectId, SessionId, WorktreeId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import type { WorktreeUser } from '#shared/worktree/worktree.ts'
import { realGit } from '../../../test/support/disk/real-git.ts'
import table from '../database/migrations/0030-worktrees.sql?raw'
import { silentLogger } from '../lib/logger.ts'
import { createTaskWorktrees } from './task-worktrees.ts'
import { openWorktreeRows } from './worktree-rows.ts'

const PROJECT = ProjectId.parse('prj_01234567890123456789')
const { signal } = new AbortController()
let root: string
let repository: string
let db: BetterSqlite3.Database
let project: Project
let users: readonly WorktreeUser[]
let processes: readonly string[]
let isRunning: boolean
let count: number

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const put = async (folder: string, path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
const commit = (folder: string, message: string) => {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '-m', message)
}

/** The room over the database of this test, as after a start of the app. */
const open = () =>
  createTaskWorktrees({
    folder: join(root, 'trees'),
    git: realGit(root),
    rows: openWorktreeRows(db),
    project: async () => project,
    newId: () => {
      count += 1
      return WorktreeId.parse(`wtr_0000000${count}`)
    },
    now: () => 1 as Millis,
    usersOf: () => users,
    isRunning: () => isRunning,
    processesIn: async () => processes,
    changed: () => {},
    isWindows: false,
    logger: silentLogger,
  })
const create = (name = 'Tide tables', from: string | null = null) =>
  open().create({ projectId: PROJECT, name, from }, signal)
const only = async () => {
  const [tree] = await open().list(PROJECT, signal)
  if (tree === undefined) throw new Error('There is no worktree.')
  return tree
}

beforeEach(async () => {
  ;[users, processes, isRunning, count] = [[], [], false, 0]
  root = await mkdtemp(join(tmpdir(), 'orrery-tasks-'))
  repository = join(root, 'my 项目')
  await put(repository, '.gitignore', 'node_modules/\n.env*\n*.log\n')
  await put(repository, 'a.txt', 'one\n')
  await put(repository, 'packages/app/b.txt', 'two\n')
  git(repository, 'init', '--quiet', '--initial-branch=main')
  git(repository, 'config', 'user.name', 'Mei')
  git(repository, 'config', 'user.email', 'mei@example.org')
  commit(repository, 'one')
  db = new BetterSqlite3(':memory:')
  db.exec(table)
  project = {
    id: PROJECT,
    path: repository,
    name: 'tide',
    lastOpenedAt: 0 as Millis,
    missing: false,
    branch: 'main',
    trusted: true,
    carriesCode: false,
    gitMayStart: false,
  }
})
afterEach(() => {
  db.close()
  return rm(root, { recursive: true, force: true })
})

describe('a new worktree', () => {
  it('begins at the last commit, on a branch named after the task, and is known after a restart', async () => {
    await put(repository, 'a.txt', 'of the person\n')
    const tree = await create()
    expect([tree.branch, tree.cwd]).toEqual(['orrery/tide-tables', tree.path])
    expect(readFileSync(join(tree.path, 'a.txt'), 'utf8')).toBe('one\n')
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).toBe('of the person\n')
    expect((await create()).branch).toBe('orrery/tide-tables-2')
    expect((await create('潮汐 表')).branch).toBe('orrery/潮汐-表')
    expect((await create('../..')).branch).toBe('orrery/task')
    expect((await open().list(PROJECT, signal)).map(({ state, baseBranch }) => [state, baseBranch])).toEqual(
      Array.from({ length: 4 }, () => ['clean', 'main']),
    )
  })

  it('corresponds to the folder it was created from', async () => {
    const tree = await create('x', join(repository, 'packages', 'app'))
    expect(readFileSync(join(tree.cwd, 'b.txt'), 'utf8')).toBe('two\n')
  })

  it('needs trust where git could start a program, and a commit', async () => {
    project = { ...project, trusted: null, gitMayStart: true }
    await expect(create()).rejects.toThrow('Worktrees need your trust')
    project = { ...project, trusted: false, gitMayStart: false }
    await expect(create()).rejects.toThrow('Worktrees need your trust')
    const bare = await mkdtemp(join(root, 'bare'))
    project = { ...project, trusted: true, path: bare }
    await expect(create()).rejects.toThrow('at least one commit')
    expect(existsSync(join(root, 'trees'))).toBe(false)
  })
})

describe('the set-up of a worktree', () => {
  it('links packages so that git ignores them and workspace links stay inside', async () => {
    await put(repository, 'node_modules/tide/index.js', 'module.exports = 1')
    await put(repository, 'node_modules/@moon/phase/index.js', 'module.exports = 2')
    await put(repository, 'node_modules/.cache/x', 'x')
    symlinkSync('../packages/app', join(repository, 'node_modules', 'app'))
    const tree = await create()
    const modules = join(tree.path, 'node_modules')
    expect(readFileSync(join(modules, 'tide', 'index.js'), 'utf8')).toContain('1')
    expect(readFileSync(join(modules, '@moon', 'phase', 'index.js'), 'utf8')).toContain('2')
    expect((await readdir(modules)).toSorted()).toEqual(['@moon', 'app', 'tide'])
    await put(tree.path, 'packages/app/b.txt', 'here\n')
    expect(readFileSync(join(modules, 'app', 'b.txt'), 'utf8')).toBe('here\n')
    git(tree.path, 'restore', 'packages/app/b.txt')
    expect(git(tree.path, 'status', '--porcelain')).toBe('')
    expect(await only()).toMatchObject({ state: 'clean', linked: ['node_modules'] })
    // Deleting the folder of the worktree leaves the packages of the project.
    rmSync(modules, { recursive: true })
    expect(existsSync(join(repository, 'node_modules', 'tide', 'index.js'))).toBe(true)
  })

  it('copies local settings, or what .worktreeinclude names among ignored files', async () => {
    await put(repository, '.env', 'A=1')
    await put(repository, '.orrery/config.toml', '')
    await put(repository, 'debug.log', 'long')
    const first = await create()
    expect(first.setup.copied).toEqual(['.env', '.orrery/config.toml'])
    expect((await only()).state).toBe('clean')
    await expect(open().apply(first.id, signal)).rejects.toThrow('nothing that the project lacks')
    await put(repository, '.worktreeinclude', '*.log\nnotes.txt\n')
    await put(repository, 'notes.txt', 'git does not ignore me')
    const tree = await create('second')
    expect(tree.setup.copied).toEqual(['.orrery/config.toml', 'debug.log'])
    expect(existsSync(join(tree.path, 'notes.txt'))).toBe(false)
  })

  it('writes nothing through a link of the repository', async () => {
    const outside = await mkdtemp(join(root, 'outside'))
    symlinkSync(outside, join(repository, 'linked'))
    commit(repository, 'link')
    rmSync(join(repository, 'linked'))
    await put(repository, 'linked/.env', 'A=1')
    await put(repository, 'linked/node_modules/tide/index.js', '1')
    await create()
    expect(await readdir(outside)).toEqual([])
  })

  it('reads set-up commands of other tools and runs none', async () => {
    await put(repository, 'conductor.json', '{"scripts":{"setup":"touch ran"}}')
    await put(repository, '.cursor/worktrees.json', '{"setup-worktree":["npm ci","npm run build"]}')
    await put(repository, '.codex/environments/environment.toml', '[setup]\nscript = "make"\n')
    commit(repository, 'set-up')
    const tree = await create()
    expect(tree.setup.commands).toEqual([
      'touch ran (conductor.json)',
      'npm ci (.cursor/worktrees.json)',
      'npm run build (.cursor/worktrees.json)',
      'make (.codex/environments/environment.toml)',
    ])
    expect(existsSync(join(tree.path, 'ran'))).toBe(false)
  })
})

describe('the way back', () => {
  it('merges commits into the branch of the project', async () => {
    const tree = await create()
    await expect(open().merge(tree.id, signal)).rejects.toThrow('nothing that the project lacks')
    await put(tree.path, 'a.txt', 'of the agent\n')
    await expect(open().merge(tree.id, signal)).rejects.toThrow('has uncommitted changes')
    commit(tree.path, 'agent')
    expect(await only()).toMatchObject({ commits: 1, state: 'clean' })
    isRunning = true
    await expect(open().merge(tree.id, signal)).rejects.toThrow('An agent is running in tide')
    isRunning = false
    await open().merge(tree.id, signal)
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).toBe('of the agent\n')
    expect(await only()).toMatchObject({ commits: 0 })
  })

  it('leaves the project as it was where a merge conflicts or another branch is checked out', async () => {
    const tree = await create()
    await put(tree.path, 'a.txt', 'of the agent\n')
    commit(tree.path, 'agent')
    git(repository, 'switch', '--quiet', '--create', 'other')
    await expect(open().merge(tree.id, signal)).rejects.toThrow('Switch the project to main first')
    git(repository, 'switch', '--quiet', 'main')
    await put(repository, 'a.txt', 'of the person\n')
    await expect(open().merge(tree.id, signal)).rejects.toThrow('Git refused')
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).toBe('of the person\n')
    commit(repository, 'person')
    await expect(open().merge(tree.id, signal)).rejects.toThrow('would conflict in a.txt')
    expect(git(repository, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).toBe('of the person\n')
  })

  it('applies commits, uncommitted changes and new files as one patch, or nothing of it', async () => {
    const tree = await create()
    await put(tree.path, 'a.txt', 'of the agent\n')
    commit(tree.path, 'agent')
    await put(tree.path, 'new.bin', '\0\u0001')
    await put(tree.path, 'packages/app/b.txt', 'changed\n')
    await put(repository, 'a.txt', 'of the person\n')
    await expect(open().apply(tree.id, signal)).rejects.toThrow('do not fit')
    expect(existsSync(join(repository, 'new.bin'))).toBe(false)
    git(repository, 'restore', 'a.txt')
    expect(await open().apply(tree.id, signal)).toBe(3)
    expect(readFileSync(join(repository, 'new.bin'), 'utf8')).toBe('\0\u0001')
    expect(git(repository, 'status', '--porcelain')).toBe('M a.txt\n M packages/app/b.txt\n?? new.bin')
  })
})

describe('the removal of a worktree', () => {
  it('takes a clean one away with its branch, and not the files of the project', async () => {
    await put(repository, 'node_modules/tide/index.js', '1')
    await put(repository, '.env', 'A=1')
    const tree = await create()
    await open().remove(tree.id, false, signal)
    expect([existsSync(tree.path), git(repository, 'branch', '--list', 'orrery/*')]).toEqual([false, ''])
    expect(git(repository, 'worktree', 'list').split('\n')).toHaveLength(1)
    expect(await open().list(PROJECT, signal)).toEqual([])
    expect(existsSync(join(repository, 'node_modules', 'tide', 'index.js'))).toBe(true)
    await expect.poll(() => readdir(join(root, 'trees', '.trash'))).toEqual([])
  })

  it('keeps work until the person agrees, and its commits also then', async () => {
    const tree = await create()
    await put(tree.path, 'ignored.log', 'a result that git ignores')
    await expect(open().remove(tree.id, false, signal)).rejects.toThrow('has 1 uncommitted files')
    rmSync(join(tree.path, 'ignored.log'))
    await put(tree.path, 'a.txt', 'of the agent\n')
    commit(tree.path, 'agent')
    await expect(open().remove(tree.id, false, signal)).rejects.toThrow('1 commits that main lacks')
    expect(lstatSync(tree.path).isDirectory()).toBe(true)
    await open().remove(tree.id, true, signal)
    expect(git(repository, 'log', '-1', '--format=%s', tree.branch)).toBe('agent')
  })

  it('counts a copied file only once it was changed', async () => {
    await put(repository, '.env', 'A=1')
    const tree = await create()
    expect((await only()).files).toBe(0)
    await put(tree.path, '.env', 'A=2')
    expect((await only()).files).toBe(1)
  })

  it('is refused while an agent or a program works inside, even with consent', async () => {
    const tree = await create()
    users = [{ sessionId: SessionId.parse('ses_00000001'), title: 'Mend', isChat: true, isRunning: true }]
    await expect(open().remove(tree.id, true, signal)).rejects.toThrow(
      'Agents are running in this worktree: Mend',
    )
    users = []
    processes = ['vite']
    await expect(open().remove(tree.id, true, signal)).rejects.toThrow(
      'Programs are running in this worktree: vite',
    )
    expect(existsSync(tree.path)).toBe(true)
  })

  it('clears up one that was deleted by hand, and keeps its commits', async () => {
    const tree = await create()
    await put(tree.path, 'a.txt', 'of the agent\n')
    commit(tree.path, 'agent')
    rmSync(tree.path, { recursive: true })
    expect(await only()).toMatchObject({ state: 'missing', commits: 1 })
    await open().remove(tree.id, true, signal)
    expect(git(repository, 'worktree', 'list').split('\n')).toHaveLength(1)
    expect(git(repository, 'log', '-1', '--format=%s', tree.branch)).toBe('agent')
  })

  it('leaves another worktree alone whose folder is away', async () => {
    const other = join(root, 'of the person')
    git(repository, 'worktree', 'add', '--quiet', '-b', 'mine', other)
    rmSync(other, { recursive: true })
    const tree = await create()
    await open().remove(tree.id, false, signal)
    expect(git(repository, 'worktree', 'list', '--porcelain')).toContain('branch refs/heads/mine')
  })
})

describe('a worktree that is compared', () => {
  it('shows commits, edits, new and deleted files of both sides, and leaves indexes as they are', async () => {
    await put(repository, '.env', 'TIDE=high\n')
    const [one, other] = [await create(), await create()]
    await put(one.path, 'a.txt', 'moon\n')
    commit(one.path, 'moon')
    await put(other.path, 'a.txt', 'sun\n')
    await put(other.path, '新 file.txt', 'new\n')
    await put(other.path, 'packages/app/b.txt', '\0binary')
    const before = git(other.path, 'status', '--porcelain')
    const { files, cut } = await open().compare(one.id, other.id, signal)
    expect(cut).toBe(false)
    expect(files.map(({ path, added, removed, isBinary }) => [path, added, removed, isBinary])).toEqual([
      ['a.txt', 1, 1, false],
      ['packages/app/b.txt', 0, 0, true],
      ['新 file.txt', 1, 0, false],
    ])
    expect(files[0]?.hunks[0]?.lines).toEqual(['-moon', '+sun'])
    expect(git(other.path, 'status', '--porcelain')).toBe(before)
    expect(await readdir(join(root, 'trees', '.indexes'))).toEqual([])
  })

  it('names the branch whose folder was deleted by hand', async () => {
    const [one, other] = [await create(), await create()]
    rmSync(other.path, { recursive: true })
    await expect(open().compare(one.id, other.id, signal)).rejects.toThrow('orrery/tide-tables-2')
    await expect(open().place(other.id)).rejects.toThrow('orrery/tide-tables-2')
    expect(await open().place(one.id)).toMatchObject({ path: one.cwd, branch: 'orrery/tide-tables' })
  })
})
