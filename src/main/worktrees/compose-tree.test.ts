import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { Letter } from '#shared/attempts/attempt-events.ts'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { hunksById } from '../git/hunk-ids.ts'
import { composeTree, fillTree, type TreePart } from './compose-tree.ts'
import { createGitQuery } from './git-query.ts'
import { filesBetween } from './tree-changes.ts'

const { signal } = new AbortController()
const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)
const text = (changed: Readonly<Record<number, string>>) =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join('\n')}\n`
let root: string
let repository: string
let base: string
let ask: ReturnType<typeof createGitQuery>

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const put = (path: string, content: string | Buffer) => {
  mkdirSync(join(repository, path, '..'), { recursive: true })
  writeFileSync(join(repository, path), content)
}

/** Returns the files that a change of the repository changed, and takes the change back. */
async function attempt(change: () => void) {
  change()
  git('add', '--all')
  const tree = git('write-tree')
  git('reset', '--quiet', '--hard', base)
  return filesBetween(ask, repository, base, tree, signal)
}
const part = (
  letter: Letter,
  files: Awaited<ReturnType<typeof attempt>>,
  path: string,
  at?: number,
): TreePart => {
  const file = files.find((each) => each.path === path)
  if (file === undefined) throw new Error(`${path} did not change`)
  const ids = [...hunksById(path, file.patch?.hunks ?? []).keys()]
  return { letter, file, hunks: at === undefined ? null : ids.slice(at, at + 1) }
}
const compose = (...parts: TreePart[]) =>
  composeTree(ask, { folder: root, path: repository, base }, parts, signal)

beforeEach(async () => {
  root = (await openTempFolder('compose')).path
  repository = join(root, 'project')
  mkdirSync(repository)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Mei')
  git('config', 'user.email', 'mei@example.org')
  put('潮 汐.txt', text({}))
  put('old.txt', 'old\n')
  put('latin.txt', Buffer.from([0xe9, 0x0a, 0x62, 0x0a]))
  git('add', '--all')
  git('commit', '--quiet', '-m', 'one')
  base = git('rev-parse', 'HEAD')
  ask = createGitQuery(realGit(root))
})

it('composes hunks, new, deleted and binary files of several attempts, and changes no work tree', async () => {
  const a = await attempt(() => {
    put('潮 汐.txt', text({ 2: 'two', 15: 'fifteen' }))
    put('new "file".txt', 'new\n')
    put('latin.txt', Buffer.from([0xe8, 0x0a, 0x62, 0x0a]))
  })
  const b = await attempt(() => {
    put('潮 汐.txt', text({ 28: 'last' }))
    rmSync(join(repository, 'old.txt'))
    put('moon.bin', Buffer.from([0, 1, 2, 255]))
  })
  put('old.txt', 'of the person\n')
  const composed = await compose(
    part('A', a, '潮 汐.txt', 0),
    part('B', b, '潮 汐.txt'),
    part('A', a, 'new "file".txt'),
    part('A', a, 'latin.txt'),
    part('B', b, 'old.txt'),
    part('B', b, 'moon.bin'),
  )
  if (!composed.ok) throw new Error(JSON.stringify(composed.conflicts))
  expect(readFileSync(join(repository, 'old.txt'), 'utf8')).toBe('of the person\n')
  git('worktree', 'add', '--quiet', '--detach', '../pick', base)
  const pick = join(root, 'pick')
  await fillTree(ask, pick, composed.tree, signal)
  expect(readFileSync(join(pick, '潮 汐.txt'), 'utf8')).toBe(text({ 2: 'two', 28: 'last' }))
  expect(readFileSync(join(pick, 'new "file".txt'), 'utf8')).toBe('new\n')
  expect([...readFileSync(join(pick, 'latin.txt'))]).toEqual([0xe8, 0x0a, 0x62, 0x0a])
  expect([...readFileSync(join(pick, 'moon.bin'))]).toEqual([0, 1, 2, 255])
  expect(() => readFileSync(join(pick, 'old.txt'))).toThrow()
})

it('names files in which attempts conflict, and composes nothing', async () => {
  const a = await attempt(() => {
    put('潮 汐.txt', text({ 2: 'two' }))
    put('new.txt', 'a\n')
    put('same.txt', 'same\n')
  })
  const b = await attempt(() => {
    put('潮 汐.txt', text({ 2: 'zwei' }))
    put('new.txt', 'b\n')
    put('same.txt', 'same\n')
  })
  const both = (path: string) => [part('A', a, path), part('B', b, path)]
  expect(await compose(...both('潮 汐.txt'), ...both('new.txt'), ...both('same.txt'))).toEqual({
    ok: false,
    conflicts: [
      { path: '潮 汐.txt', letters: ['A', 'B'] },
      { path: 'new.txt', letters: ['A', 'B'] },
    ],
  })
  expect((await compose(...both('same.txt'))).ok).toBe(true)
})
