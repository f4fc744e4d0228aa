import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { guardProject, markProject } from './project/guard-project.ts'

const forever = { left: () => Number.POSITIVE_INFINITY }
const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** A repository with a hook of the person, and a folder outside that commands may write. */
async function openScene() {
  const { path, at, write } = await openTempFolder('pointers')
  const { path: cache } = await openTempFolder('cache')
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-C', path, '-c', 'protocol.file.allow=always', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args],
      {
        stdio: 'ignore',
      },
    )
  git('init', '-q')
  await write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n')
  git('commit', '-q', '--no-verify', '--allow-empty', '-m', 'first')
  const mark = await markProject(path, { home: '/nowhere', limit: forever, now: Date.now })
  const renamed = async () => {
    const { blocked } = await guardProject(mark, { limit: forever, isAlive: false, isDue: () => true })
    return blocked.map(({ name }) => name).toSorted()
  }
  return { path, at, write, cache, git, renamed }
}

/** Makes a bare repository without hooks in a folder. */
function bare(folder: string, name: string): string {
  const path = join(folder, name)
  execFileSync('git', ['init', '-q', '--bare', path], { stdio: 'ignore' })
  return path
}

it('are renamed where the git folder does not name the work tree, with or without hooks', async () => {
  const { at, cache, renamed, write } = await openScene()
  const target = bare(cache, 'plain')
  await mkdir(at('sub'))
  await write('sub/.git', `gitdir: ${target}\n`)
  expect(await renamed()).toEqual(['sub/.git'])
})

it('are renamed where the git folder shares another one', async () => {
  const { path, cache, renamed, write } = await openScene()
  const target = bare(cache, 'first')
  bare(cache, 'second')
  execFileSync('git', ['-C', target, 'config', 'core.bare', 'false'])
  execFileSync('git', ['-C', target, 'config', 'core.worktree', join(path, 'sub')])
  await writeFile(join(target, 'commondir'), '../second')
  await write('sub/.git', `gitdir: ${target}\n`)
  expect(await renamed()).toEqual(['sub/.git'])
})

it('are renamed where they are of a linked worktree of a repository with hooks elsewhere', async () => {
  const { path, cache, renamed } = await openScene()
  execFileSync('git', ['clone', '-q', path, join(cache, 'other')], { stdio: 'ignore' })
  await writeFile(join(cache, 'other/.git/hooks/pre-commit'), '#!/bin/sh\n')
  execFileSync('git', ['-C', join(cache, 'other'), 'worktree', 'add', '-q', '-b', 'x', join(path, 'sub')], {
    stdio: 'ignore',
  })
  expect(await renamed()).toEqual(['sub/.git'])
})

it('stay where git made them for a worktree of the project', async () => {
  const { git, at, renamed } = await openScene()
  git('worktree', 'add', '-q', '-b', 'x', at('tree'))
  expect(await renamed()).toEqual([])
  expect(await isThere(at('tree/.git'))).toBe(true)
})

it('are renamed where the settings of a linked worktree elsewhere name another folder', async () => {
  const { path, cache, renamed } = await openScene()
  const other = join(cache, 'other')
  const git = (...args: string[]) => execFileSync('git', ['-C', other, ...args], { stdio: 'ignore' })
  execFileSync('git', ['clone', '-q', path, other], { stdio: 'ignore' })
  git('worktree', 'add', '-q', '-b', 'x', join(path, 'sub'))
  git('config', 'extensions.worktreeConfig', 'true')
  const settings = join(other, '.git/worktrees/sub/config.worktree')
  await writeFile(settings, `[core]\n\tworktree = ${cache}\n`)
  expect(await renamed()).toContain('sub/.git')
})

/** A scene with a module that git made, and the way to name its work tree otherwise. */
async function openModule() {
  const { path, git, ...scene } = await openScene()
  const lib = join(path, 'lib')
  execFileSync('git', ['clone', '-q', path, lib], { stdio: 'ignore' })
  git('submodule', 'add', './lib', 'sub')
  const settings = scene.at('.git/modules/sub/config')
  const nameTree = async (written: string) => {
    const text = await readFile(settings, 'utf8')
    await writeFile(
      settings,
      text.replace(/worktree = .*/, () => `worktree = ${written}`),
    )
  }
  return { ...scene, nameTree }
}

it('stay where git made them for a module', async () => {
  const { renamed } = await openModule()
  expect(await renamed()).toEqual([])
})

it.each([
  ['in quotes with a space that git keeps', '"../../../sub "'],
  ['with an escape', '"../../../s\\ub"'],
  ['through a link that can lead elsewhere later', '../../../link'],
])('are renamed where a module names its work tree %s', async (_, written) => {
  const { at, nameTree, renamed } = await openModule()
  await symlink('sub', at('link'))
  await nameTree(written)
  expect(await renamed()).toEqual(['.git/modules/sub/config', 'sub/.git'])
})

it('are not needed where new settings lead the repository of the project elsewhere: those are renamed', async () => {
  const { git, write, cache, renamed } = await openScene()
  git('config', 'extensions.worktreeConfig', 'true')
  await write('.git/config.worktree', `[core]\n\tworktree = ${cache}\n`)
  expect(await renamed()).toEqual(['.git/config.worktree'])
})

it('are not the only way: strategies, old remotes and links that git would follow are renamed too', async () => {
  const { at, write, renamed } = await openScene()
  await write('.git/rebase-merge/strategy', '../evil\n')
  await write('.git/sequencer/opts', '[options]\n\tstrategy = ../evil\n')
  await write('.git/remotes/origin', 'URL: /somewhere\n')
  await mkdir(at('.git/rr-cache/1'), { recursive: true })
  await symlink('/etc/hostname', at('.git/rr-cache/1/postimage'))
  await symlink('/etc/hostname', at('.git/rebase-merge/done'))
  expect(await renamed()).toEqual([
    '.git/rebase-merge/done',
    '.git/rebase-merge/strategy',
    '.git/remotes/origin',
    '.git/rr-cache/1/postimage',
    '.git/sequencer/opts',
  ])
  expect(await readdir(at('.git/remotes'))).toEqual(['origin.blocked'])
})

it('leave a rebase with a strategy of git alone', async () => {
  const { write, renamed } = await openScene()
  await write('.git/rebase-merge/strategy', 'ort\n')
  await write('.git/sequencer/opts', '[options]\n\tstrategy = "ours"\n')
  expect(await renamed()).toEqual([])
})
