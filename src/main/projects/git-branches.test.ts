import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { hostileRepository } from '../../../test/support/hosts/hostile-repository.ts'
import { folderReader } from './folder-reader.ts'
import { branchesOf } from './git-branches.ts'
import { changedFiles } from './git-status.ts'
import { pathRules } from './paths.ts'

const never = new AbortController().signal

it('lists the branches of a repository, the one checked out first, and none elsewhere', async () => {
  const { path } = await openTempFolder('branches')
  const deps = { reader: folderReader, rules: pathRules('linux'), git: realGit(path) }
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false']
    execFileSync('git', ['-C', path, ...who, ...args], { stdio: 'ignore' })
  }
  expect(await branchesOf(path, deps, never)).toEqual([])
  git('init', '-q', '-b', 'main')
  expect(await branchesOf(path, deps, never)).toEqual([])
  git('commit', '-q', '--allow-empty', '-m', 'a')
  git('branch', 'ebb')
  git('checkout', '-q', '-b', 'fix/flood')
  expect(await branchesOf(path, deps, never)).toEqual(['fix/flood', 'ebb', 'main'])
})

it('reads the names from the disk where git would start a program, and starts none', async () => {
  const { path } = await openTempFolder('branches')
  const hostile = hostileRepository(path)
  hostile.git('checkout', '-q', '-b', 'fix/flood')
  hostile.git('pack-refs', '--all')
  hostile.git('branch', 'later')
  hostile.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  hostile.drop('other')
  hostile.partial()
  const deps = { reader: folderReader, rules: pathRules('linux'), git: realGit(path) }
  expect(await branchesOf(hostile.dir, deps, never)).toEqual([
    'fix/flood',
    'later',
    'main',
    'other',
    'origin/main',
  ])
  expect(hostile.ran()).toBe(false)
})

it('counts no changes where git would start a program, and starts none', async () => {
  const { path } = await openTempFolder('changes')
  const hostile = hostileRepository(path)
  const deps = { reader: folderReader, rules: pathRules('linux'), git: realGit(path) }
  hostile.write('new.txt', '')
  expect(await changedFiles(hostile.dir, deps, never)).toBe(1)
  hostile.drop('HEAD:a.txt')
  hostile.renamed()
  hostile.partial()
  expect([await changedFiles(hostile.dir, deps, never), hostile.ran()]).toEqual([null, false])
})
