import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { installGh } from '../../../test/support/disk/fake-gh.ts'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../lib/clock.ts'
import { createProcessTree } from '../lib/programs/process-tree.ts'
import { createForges } from './choose-forge.ts'
import { openPulls, type Pulls } from './open-pulls.ts'
import { remoteNameOf } from './remote-name.ts'

const ID = ProjectId.parse('prj_01234567890123456789')
const { signal } = new AbortController()
let folder: string
let home: string
let pulls: Pulls
let project: Project
let gh: ReturnType<typeof installGh>
let prompts: string[]
const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()

beforeEach(async () => {
  const temp = (await openTempFolder('pulls')).path
  folder = join(temp, 'tide')
  home = join(temp, 'home')
  const bin = join(temp, 'bin')
  execFileSync('mkdir', ['-p', folder, home])
  execFileSync('git', ['init', '-q', '--bare', join(temp, 'remote.git')])
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@b')
  git('remote', 'add', 'origin', 'https://github.com/tide/tables.git')
  git('config', 'remote.origin.pushurl', join(temp, 'remote.git'))
  writeFileSync(join(folder, 'tide.ts'), 'export const depth = 1\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('push', '-q', 'origin', 'main')
  git('switch', '-qc', 'deeper')
  writeFileSync(join(folder, 'tide.ts'), 'export const depth = 2\n')
  git('commit', '-qam', 'tide: deepen')
  gh = installGh(bin)
  prompts = []
  project = {
    id: ID,
    path: folder,
    name: 'tide',
    lastOpenedAt: 0 as Project['lastOpenedAt'],
    missing: false,
    branch: 'deeper',
    trusted: true,
    carriesCode: false,
    gitMayStart: false,
  }
  pulls = openPulls({
    forges: createForges({
      platform: process.platform,
      home,
      environment: () => ({ PATH: `${bin}:${process.env['PATH']}`, HOME: home }),
      processes: createProcessTree({ platform: process.platform, clock: systemClock }),
      keep: () => () => {},
    }),
    git: realGit(home),
    project: async () => project,
    drafts: {
      write: async ({ sections }) => {
        prompts.push(JSON.stringify(await sections()))
        return 'tide: deepen\n\nMore water.\n'
      },
    },
  })
})

const create = () => pulls.create(ID, { title: '-- a title', body: 'Why.\n', isDraft: false }, signal)

describe('pull requests', () => {
  it('are created for a pushed branch, and read with checks and comments', async () => {
    expect(await pulls.get(ID, signal)).toEqual({
      repository: 'tide/tables',
      branch: 'deeper',
      base: 'main',
      isPushed: false,
      methods: ['merge', 'squash', 'rebase'],
      pull: null,
    })
    await expect(create()).rejects.toThrow('Push the branch first.')
    git('push', '-q', 'origin', 'deeper')
    gh.change({
      comments: [{ author: { login: 'diver' }, body: 'Too deep?' }],
      lineComments: [{ path: 'tide.ts', line: 1, body: 'Two what?', user: { login: 'diver' } }],
    })
    await create()
    gh.change({
      checks: [
        { name: 'test', bucket: 'fail', link: 'https://ci.example/1' },
        { name: 'lint', bucket: 'pending', link: 'javascript:alert(1)' },
      ],
    })
    const { pull } = await pulls.get(ID, signal)
    expect(pull).toMatchObject({
      number: 7,
      title: '-- a title',
      body: 'Why.\n',
      state: 'open',
      head: 'deeper',
      base: 'main',
      checks: [
        { name: 'test', state: 'fail', link: 'https://ci.example/1' },
        { name: 'lint', state: 'pending', link: '' },
      ],
      comments: [
        { author: 'diver', text: 'Too deep?', place: null },
        { author: 'diver', text: 'Two what?', place: { path: 'tide.ts', line: 1 } },
      ],
    })
    expect(new Set(gh.calls().map(({ cwd }) => cwd))).toEqual(new Set([home]))
  })

  it('are for the default branch of the server, under its own name', async () => {
    git('push', '-q', 'origin', 'deeper', 'main:master')
    git('update-ref', '-d', 'refs/remotes/origin/main')
    await create()
    expect((await pulls.get(ID, signal)).pull).toMatchObject({ head: 'deeper', base: 'master' })
    expect(await pulls.draft(ID, signal)).toEqual({ title: 'tide: deepen', body: 'More water.' })
  })

  it('are merged at the commit that was shown, and at no other', async () => {
    git('push', '-q', 'origin', 'deeper')
    await create()
    const at = (commit: string) => pulls.merge(ID, { number: 7, commit, method: 'squash' }, signal)
    await expect(at('b'.repeat(40))).rejects.toThrow('Head branch was modified')
    await at('a'.repeat(40))
    expect((await pulls.get(ID, signal)).pull).toMatchObject({ state: 'merged', checks: [] })
  })

  it('are drafted from the commits and the diff of the branch', async () => {
    expect(await pulls.draft(ID, signal)).toEqual({ title: 'tide: deepen', body: 'More water.' })
    expect(prompts[0]).toContain('+export const depth = 2')
    expect(prompts[0]).toContain('tide: deepen')
  })

  it('start no program without trust, and say what is missing', async () => {
    project = { ...project, trusted: null }
    await expect(pulls.get(ID, signal)).rejects.toThrow('only for projects you trust')
    expect(gh.calls()).toEqual([])
    project = { ...project, trusted: true }
    gh.change({ signedIn: false })
    await expect(pulls.get(ID, signal)).rejects.toThrow('not signed in to github.com')
    git('remote', 'set-url', 'origin', '/somewhere/else')
    await expect(pulls.get(ID, signal)).rejects.toThrow('no remote named origin on a server')
  })

  it.each(['', 'not json', '{"number":"7"}', '[]'])('refuse the foreign answer %j', async (raw) => {
    gh.change({ raw })
    await expect(pulls.get(ID, signal)).rejects.toThrow('could not be read')
  })
})

it.each([
  ['https://github.com/tide/tables.git', 'github.com', 'tide/tables'],
  ['https://x:ghp_secret@github.com/tide/tables', 'github.com', 'tide/tables'],
  ['git@github.com:tide/tables.git', 'github.com', 'tide/tables'],
  ['git@gitlab.com:sea/tide/tables.git', 'gitlab.com', 'sea/tide/tables'],
  ['ssh://git@GitHub.example:22/tide/tables.git', 'github.example', 'tide/tables'],
])('reads the remote %s', (address, host, repository) => {
  expect(remoteNameOf(address)).toEqual({ host, repository })
})

it.each([
  '',
  '/tmp/remote.git',
  'file:///tmp/a/b',
  'https://github.com/tide',
  'https://github.com/-x/y',
  'git@-h:a/b',
])('knows no repository at %j', (address) => {
  expect(remoteNameOf(address)).toBeNull()
})
