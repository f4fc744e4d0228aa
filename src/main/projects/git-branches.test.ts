import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/temp-folder.ts'
import { folderReader } from './folder-reader.ts'
import { branchesOf } from './git-branches.ts'
import { pathRules } from './paths.ts'

const never = new AbortController().signal

it('lists the branches of a repository, the one checked out first, and none elsewhere', async () => {
  const { path } = await openTempFolder('branches')
  const deps = { reader: folderReader, rules: pathRules('linux'), home: path }
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
