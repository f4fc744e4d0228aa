import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { ProjectId, SessionId } from '#shared/ids.ts'
import { installGh } from '../../../test/support/disk/fake-gh.ts'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../lib/clock.ts'
import { createProcessTree } from '../lib/programs/process-tree.ts'
import { createForges } from './choose-forge.ts'
import { createIssues, type Issues } from './issues.ts'
import { createShares, type Shares } from './shares.ts'

const { signal } = new AbortController()
const CHAT = SessionId.parse('ses_01234567890123456789')
const PROJECT = ProjectId.parse('prj_01234567890123456789')
let gh: ReturnType<typeof installGh>
let text: string
let shares: Shares
let issues: Issues
let sections: string

beforeEach(async () => {
  const temp = (await openTempFolder('shares')).path
  const [home, bin, folder] = [join(temp, 'home'), join(temp, 'bin'), join(temp, 'tide')]
  mkdirSync(home)
  mkdirSync(folder)
  execFileSync('git', ['init', '-q', folder])
  execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', 'https://github.com/tide/tables.git'])
  gh = installGh(bin)
  text = '# Tides\n'
  const forges = createForges({
    platform: process.platform,
    home,
    environment: () => ({ PATH: `${bin}:${process.env['PATH']}`, HOME: home }),
    processes: createProcessTree({ platform: process.platform, clock: systemClock }),
    keep: () => () => {},
  })
  const git = realGit(home)
  shares = createShares({
    forges,
    git,
    projectOf: async () => null,
    textOf: async () => ({ title: 'Tides', fileName: 'Tides.md', text, secrets: 2 }),
  })
  issues = createIssues({
    forges,
    git,
    project: async () => ({
      id: PROJECT,
      path: folder,
      name: 'tide',
      lastOpenedAt: 0 as never,
      missing: false,
      branch: 'main',
      trusted: true,
      carriesCode: false,
      gitMayStart: false,
    }),
    drafts: {
      write: async (wish) => {
        sections = JSON.stringify(await wish.sections())
        return '# The tide is late\n\nBy an hour.\n'
      },
    },
    lastTurns: async (_id, count) => `the last ${count} turns`,
  })
})

const wish = { sessionId: CHAT, isSummary: false }

it('shares the text that was shown, and nothing else', async () => {
  const { digest, host, kind, secrets } = await shares.preview(wish, signal)
  expect([host, kind, secrets]).toEqual(['github.com', 'gist', 2])
  const { url } = await shares.create({ ...wish, digest, host, isPublic: false }, signal)
  expect(gh.read()['gist']).toEqual({
    description: 'Tides',
    public: false,
    files: { 'Tides.md': { content: '# Tides\n' } },
  })
  text = '# Tides\n\nAnd more.\n'
  const stale = shares.create({ ...wish, digest, host, isPublic: false }, signal)
  await expect(stale).rejects.toThrow('The chat has changed since it was shown.')
  await expect(shares.remove('https://gist.github.com/other/1', signal)).rejects.toThrow('can delete only')
  await shares.remove(url, signal)
  expect(gh.read()['gist']).toBeNull()
})

it('drafts issues from the last turns and creates what was confirmed', async () => {
  const drafted = await issues.draft({ projectId: PROJECT, sessionId: CHAT, title: '' }, signal)
  expect(drafted).toEqual({ title: 'The tide is late', body: 'By an hour.' })
  expect(sections).toContain('the last 5 turns')
  const issue = {
    title: '-- late',
    body: 'By an hour.',
    labels: ['bug', 'good first issue'],
    assignees: ['mei'],
  }
  expect(await issues.create(PROJECT, issue, 'issue', signal)).toEqual({
    kind: 'issue',
    url: 'https://github.com/tide/tables/issues/9',
  })
  expect(gh.read()['issue']).toEqual(issue)
})

it('offers a discussion where a repository takes no issues', async () => {
  gh.change({ noIssues: true })
  const issue = { title: 'Late', body: 'By an hour.', labels: [], assignees: [] }
  expect(await issues.create(PROJECT, issue, 'issue', signal)).toEqual({ kind: 'none' })
  expect(await issues.create(PROJECT, issue, 'discussion', signal)).toMatchObject({ kind: 'discussion' })
  expect(gh.read()['discussion']).toMatchObject({ categoryId: 'c2', title: 'Late' })
  gh.change({ noDiscussions: true })
  expect(await issues.create(PROJECT, issue, 'discussion', signal)).toEqual({ kind: 'none' })
})
