import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { hostileRepository } from '../../../test/support/hosts/hostile-repository.ts'
import { silentLogger } from '../lib/logger.ts'
import { createWorktrees } from './script-worktrees.ts'

const { signal } = new AbortController()
let root: string
let repository: string
let count: number
let trusted: boolean

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Mei', '-c', 'user.email=mei@example.org', ...args], {
    cwd,
    encoding: 'utf8',
  })
const trees = () => {
  const name = () => {
    count += 1
    return `tree ${count}`
  }
  return createWorktrees({
    folder: join(root, 'trees'),
    name,
    logger: silentLogger,
    git: realGit(root),
    isTrusted: async () => trusted,
  })
}
const listed = () => git(repository, 'worktree', 'list').trim().split('\n').length - 1

beforeEach(async () => {
  count = 0
  trusted = false
  root = await mkdtemp(join(tmpdir(), 'orrery-trees-'))
  repository = join(root, 'my 项目')
  await mkdir(join(repository, 'packages', 'app'), { recursive: true })
  git(repository, 'init', '--quiet', '--initial-branch=main')
  await writeFile(join(repository, '.gitignore'), 'out/\n')
  await writeFile(join(repository, 'packages', 'app', 'a.txt'), 'one')
  git(repository, 'add', '.')
  git(repository, 'commit', '--quiet', '-m', 'one')
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('gives an agent a tree of its own and takes it away when nothing was done in it', async () => {
  const tree = await trees().open(repository, signal)
  expect(await readFile(join(tree.path, 'packages', 'app', 'a.txt'), 'utf8')).toBe('one')
  expect([await tree.close(), existsSync(tree.path), listed()]).toEqual([null, false, 0])
})

it('stands where the project stands in its repository', async () => {
  const tree = await trees().open(join(repository, 'packages', 'app'), signal)
  expect(await readFile(join(tree.path, 'a.txt'), 'utf8')).toBe('one')
  expect(await tree.close()).toBeNull()
})

it.each([
  ['a changed file', async (path: string) => writeFile(join(path, 'packages', 'app', 'a.txt'), 'two')],
  ['a new file', async (path: string) => writeFile(join(path, 'report.md'), 'found')],
  [
    'a file that git ignores',
    async (path: string) => {
      await mkdir(join(path, 'out'))
      await writeFile(join(path, 'out', 'report.md'), 'found')
    },
  ],
  [
    'a commit of its own',
    async (path: string) => {
      await writeFile(join(path, 'b.txt'), 'two')
      git(path, 'add', '.')
      git(path, 'commit', '--quiet', '-m', 'two')
    },
  ],
])('keeps a tree with %s, and says where', async (_what, work) => {
  const all = trees()
  const tree = await all.open(repository, signal)
  await work(tree.path)
  expect(await tree.close()).toBe(join(root, 'trees', 'tree 1'))
  await trees().tidy(signal)
  expect([existsSync(tree.path), listed()]).toEqual([true, 1])
})

it('finds what a killed app left, and removes only what holds no work', async () => {
  const killed = trees()
  const clean = await killed.open(repository, signal)
  const busy = await killed.open(repository, signal)
  await writeFile(join(busy.path, 'report.md'), 'found')
  const next = trees()
  count = 5
  const inUse = await next.open(repository, signal)
  await next.tidy(signal)
  expect([clean, busy, inUse].map(({ path }) => existsSync(path))).toEqual([false, true, true])
})

it('leaves no tree behind in a repository whose head is detached', async () => {
  git(repository, 'checkout', '--quiet', '--detach')
  await writeFile(join(repository, 'c.txt'), 'three')
  git(repository, 'add', '.')
  git(repository, 'commit', '--quiet', '-m', 'three')
  const tree = await trees().open(repository, signal)
  expect(await tree.close()).toBeNull()
})

it('says what it needs where there is no repository', async () => {
  await expect(trees().open(root, signal)).rejects.toThrow('needs a Git repository')
})

describe.skipIf(process.platform === 'win32')('a repository with programs of its own', () => {
  const filtered = () => {
    const hostile = hostileRepository(root, 'filtered')
    hostile.write('.gitattributes', '*.txt filter=x\n')
    hostile.git('add', '-A')
    hostile.git('commit', '-qm', 'attributes')
    hostile.settings('[filter "x"]\n\tsmudge = PROGRAM\n[core]\n\tfsmonitor = PROGRAM')
    return hostile
  }

  it('gives nobody a tree before the person trusts it, and says why', async () => {
    const hostile = filtered()
    await expect(trees().open(hostile.dir, signal)).rejects.toMatchObject({
      message: expect.stringMatching(/only if you trust the project.*filter\.x\.smudge/),
      said: [{ name: 'git.worktreeNeedsTrust' }, { name: 'git.setting' }],
    })
    expect([hostile.ran(), existsSync(join(root, 'trees', 'tree 1'))]).toEqual([false, false])
  })

  it('runs its filters once it is trusted, and still no file monitor and no hook', async () => {
    const hostile = hostileRepository(root, 'trusted')
    hostile.write('.gitattributes', '*.txt filter=x\n')
    hostile.git('add', '-A')
    hostile.git('commit', '-qm', 'attributes')
    hostile.settings(
      '[filter "x"]\n\tsmudge = sed s/alpha/omega/\n\tclean = sed s/omega/alpha/\n[core]\n\tfsmonitor = PROGRAM',
    )
    await writeFile(join(hostile.dir, '.git', 'hooks', 'post-checkout'), `#!/bin/sh\n${hostile.program}\n`, {
      mode: 0o755,
    })
    trusted = true
    const tree = await trees().open(hostile.dir, signal)
    expect(await readFile(join(tree.path, 'a.txt'), 'utf8')).toMatch(/^omega/)
    expect([await tree.close(), hostile.ran()]).toEqual([null, false])
  })

  it('keeps a tree from before when the settings of its repository have changed', async () => {
    const hostile = hostileRepository(root, 'later')
    const tree = await trees().open(hostile.dir, signal)
    hostile.settings('[core]\n\tfsmonitor = PROGRAM')
    await trees().tidy(signal)
    expect([existsSync(tree.path), hostile.ran()]).toEqual([true, false])
    trusted = true
    await trees().tidy(signal)
    expect([existsSync(tree.path), hostile.ran()]).toEqual([false, false])
  })
})
