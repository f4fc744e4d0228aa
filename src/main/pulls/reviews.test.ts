import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { ProjectId, WorkflowRunId } from '#shared/ids.ts'
import { installGh } from '../../../test/support/disk/fake-gh.ts'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../lib/clock.ts'
import { createProcessTree } from '../lib/programs/process-tree.ts'
import { createForges } from './choose-forge.ts'
import { createReviews, type Reviews } from './reviews.ts'

const { signal } = new AbortController()
const ID = ProjectId.parse('prj_01234567890123456789')
const RUN = WorkflowRunId.parse('wfr_01234567890123456789')
let folder: string
let gh: ReturnType<typeof installGh>
let reviews: Reviews
let trusted: boolean
let value: unknown
let launched: unknown[]
const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()

beforeEach(async () => {
  const temp = (await openTempFolder('reviews')).path
  const [home, bin, remote] = [join(temp, 'home'), join(temp, 'bin'), join(temp, 'remote.git')]
  folder = join(temp, 'tide')
  mkdirSync(home)
  mkdirSync(folder)
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', remote])
  const ssh = join(temp, 'ssh')
  writeFileSync(ssh, `#!/bin/sh\nfor last; do :; done\nexec \${last%% *} "${remote}"\n`, { mode: 0o755 })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@b')
  git('config', 'core.sshCommand', `'${ssh}'`)
  git('remote', 'add', 'origin', 'git@github.com:tide/tables.git')
  writeFileSync(join(folder, 'tide.ts'), 'export const one = 1\nexport const two = 2\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('push', '-q', 'origin', 'main')
  git('switch', '-qc', 'deeper')
  writeFileSync(join(folder, 'tide.ts'), 'export const one = 1\nexport const two = "2"\n')
  git('commit', '-qam', 'tide: deepen')
  // The commits of a pull request from another repository are under a ref of their own.
  git('push', '-q', 'origin', 'deeper:refs/pull/7/head')
  gh = installGh(bin)
  gh.change({
    pull: {
      number: 7,
      title: 'Deepen',
      body: '',
      url: 'https://github.com/tide/tables/pull/7',
      author: { login: 'diver' },
      state: 'OPEN',
      isDraft: false,
      headRefName: 'deeper',
      baseRefName: 'main',
      headRefOid: git('rev-parse', 'HEAD'),
      mergeable: 'MERGEABLE',
      isCrossRepository: true,
      reviewDecision: '',
      additions: 1,
      deletions: 1,
      comments: [],
    },
  })
  ;[trusted, value, launched] = [true, null, []]
  const kept = new Map<string, string>()
  reviews = createReviews({
    git: realGit(home),
    forges: createForges({
      platform: process.platform,
      home,
      environment: () => ({ PATH: `${bin}:${process.env['PATH']}`, HOME: home }),
      processes: createProcessTree({ platform: process.platform, clock: systemClock }),
      keep: () => () => {},
    }),
    project: async () => ({
      id: ID,
      path: folder,
      name: 'tide',
      lastOpenedAt: 0 as never,
      missing: false,
      branch: 'main',
      trusted,
      carriesCode: false,
      gitMayStart: false,
    }),
    launch: async (wish) => {
      launched.push(wish)
      return RUN
    },
    permissionMode: () => 'bypass',
    run: () => ({
      state: value === null ? 'running' : 'done',
      agentsDone: 1,
      agentsTotal: 4,
      usd: 0.1,
      value,
    }),
    kept: { get: (key) => kept.get(key) ?? '', set: (key, text) => void kept.set(key, text) },
  })
})

it('reviews a pull request of another repository without touching the files', async () => {
  git('switch', '-q', 'main')
  writeFileSync(join(folder, 'mine.txt'), 'not yet')
  const target = await reviews.target(ID, 7, signal)
  const range = { base: git('rev-parse', 'main'), head: git('rev-parse', 'deeper') }
  expect(target).toEqual({
    ...range,
    number: 7,
    title: 'Deepen',
    branch: 'deeper',
    baseBranch: 'main',
    commits: 1,
    files: 1,
    added: 1,
    removed: 1,
    hasUncommitted: false,
  })
  expect(git('status', '--porcelain')).toBe('?? mine.txt')
  expect(git('branch', '--show-current')).toBe('main')
  expect(await reviews.state(ID, range)).toBeNull()
  await reviews.start(ID, { range, sessionId: null, limit: 2 })
  const about = { projectId: ID, folder, sessionId: null, args: range, limit: 2 }
  // What strangers wrote is read in no freer mode.
  expect(launched).toEqual([{ ...about, permissionMode: 'ask' }])
  expect(await reviews.state(ID, range)).toMatchObject({
    workflowRunId: RUN,
    state: 'running',
    findings: null,
  })
})

it('reads findings, whose places agents write in their own way', async () => {
  const range = await reviews.target(ID, null, signal)
  await reviews.start(ID, { range, sessionId: null, limit: 2 })
  const finding = { title: 'A text', why: 'It was a number.', dimension: 'tests', confirmedBy: 3, of: 3 }
  value = {
    confirmed: [
      { ...finding, file: join(folder, 'tide.ts'), line: 2 },
      { ...finding, file: './tide.ts:2' },
      { ...finding, file: 'other.ts', line: 'two' },
    ],
    refuted: [{}],
    notReviewed: ['security'],
  }
  const state = await reviews.state(ID, range)
  expect(state).toMatchObject({ refuted: 1, notReviewed: ['security'] })
  expect(state?.findings?.map(({ file, line }) => [file, line])).toEqual([
    ['tide.ts', 2],
    ['tide.ts', 2],
    ['other.ts', undefined],
  ])
  value = { confirmed: 'all of it' }
  expect(await reviews.state(ID, range)).toMatchObject({ state: 'done', findings: null })
})

it('shows the change of a file, and none of other places', async () => {
  const range = await reviews.target(ID, null, signal)
  expect(await reviews.diff(ID, range, 'tide.ts', signal)).toMatchObject({
    added: 1,
    removed: 1,
    hunks: [{ oldStart: 1, newStart: 1 }],
  })
  expect(await reviews.diff(ID, range, 'other.ts', signal)).toBeNull()
  expect(await reviews.diff(ID, range, '../../etc/passwd', signal)).toBeNull()
})

it('sends findings on added lines as comments there, and the others in one text', async () => {
  const range = await reviews.target(ID, 7, signal)
  const at = (path: string, line: number | null, text: string) => ({ path, line, text })
  const findings = [at('tide.ts', 2, 'A text.'), at('tide.ts', 1, 'Old.'), at('other.ts', null, 'Where?')]
  await reviews.comment(ID, { number: 7, range: { base: range.base, head: range.head }, findings }, signal)
  expect(gh.read()['review']).toEqual({
    commit_id: range.head,
    event: 'COMMENT',
    body: '`tide.ts:1`\n\nOld.\n\n`other.ts`\n\nWhere?',
    comments: [{ path: 'tide.ts', line: 2, body: 'A text.', side: 'RIGHT' }],
  })
})

it('starts nothing without trust, and says when there is nothing to review', async () => {
  git('switch', '-q', 'main')
  await expect(reviews.target(ID, null, signal)).rejects.toThrow('no commits that main does not have')
  await expect(reviews.target(ID, 8, signal)).rejects.toThrow('no pull request #8')
  trusted = false
  await expect(reviews.target(ID, 7, signal)).rejects.toThrow('only for projects you trust')
  expect(launched).toEqual([])
})
