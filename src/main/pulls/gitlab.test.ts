import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { installGh, installGlab } from '../../../test/support/disk/fake-gh.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../lib/clock.ts'
import { createProcessTree } from '../lib/programs/process-tree.ts'
import { createForges, type Forges } from './choose-forge.ts'

const { signal } = new AbortController()
const PLACE = { host: 'gitlab.com', repository: 'sea/tide/tables' }
const HEAD = 'a'.repeat(40)
const NEW = { title: 'Deepen', body: 'Why.\n', isDraft: false, base: 'main', head: 'deeper' }
let bin: string
let home: string
let forges: Forges
let glab: ReturnType<typeof installGlab>

beforeEach(async () => {
  const temp = (await openTempFolder('gitlab')).path
  bin = join(temp, 'bin')
  home = join(temp, 'home')
  execFileSync('mkdir', ['-p', home])
  glab = installGlab(bin)
  forges = createForges({
    platform: process.platform,
    home,
    // Only node besides: a program of this machine is never asked.
    environment: () => ({ PATH: `${bin}:/usr/bin:/bin`, HOME: home }),
    processes: createProcessTree({ platform: process.platform, clock: systemClock }),
    keep: () => () => {},
  })
})

const forge = () => forges.of('gitlab.com', signal)

describe('merge requests of GitLab', () => {
  it('are created, read with jobs and comments, and merged at the commit that was shown', async () => {
    expect(await (await forge()).find(PLACE, 'deeper', signal)).toBeNull()
    await (await forge()).create(PLACE, NEW, signal)
    const job = { allow_failure: false, web_url: 'https://gitlab.com/sea/tide/tables/-/jobs/42' }
    glab.change({
      checks: [
        { ...job, name: 'depth', status: 'failed' },
        { ...job, name: 'mood', status: 'failed', allow_failure: true },
        { ...job, name: 'lint', status: 'success', web_url: 'javascript:alert(1)' },
        { ...job, name: 'later', status: 'created' },
      ],
      comments: [
        { body: 'assigned to @mei', author: { username: 'mei' }, system: true },
        { body: 'Too deep?', author: { username: 'diver' }, system: false },
        {
          body: 'Two what?',
          author: { username: 'diver' },
          system: false,
          position: { new_path: 'tide.ts', new_line: 1 },
        },
      ],
      approvedBy: [{ user: { username: 'mei' } }],
    })
    const pull = await (await forge()).find(PLACE, 'deeper', signal)
    expect(pull).toMatchObject({
      number: 7,
      title: 'Deepen',
      body: 'Why.\n',
      state: 'open',
      isFork: false,
      commit: HEAD,
      mergeable: 'yes',
      review: 'approved',
      size: null,
      checks: [
        { name: 'depth', state: 'fail' },
        { name: 'mood', state: 'skipped' },
        { name: 'lint', state: 'pass', link: '' },
        { name: 'later', state: 'pending' },
      ],
      comments: [
        { author: 'diver', text: 'Too deep?', place: null },
        { author: 'diver', text: 'Two what?', place: { path: 'tide.ts', line: 1 } },
      ],
    })
    if (pull === null) throw new Error('no merge request')
    const [failure] = await (await forge()).failures(PLACE, pull, signal)
    expect(failure).toMatchObject({ name: 'depth', log: 'the depth is bad' })
    const at = async (commit: string) =>
      (await forge()).merge(PLACE, { number: 7, commit, method: 'squash' }, signal)
    await expect(at('c'.repeat(40))).rejects.toThrow('SHA does not match')
    await at(HEAD)
    expect(glab.read()).toMatchObject({ squashed: true })
    expect(await (await forge()).find(PLACE, 8, signal)).toBeNull()
    expect(new Set(glab.calls().map(({ cwd }) => cwd))).toEqual(new Set([home]))
  })

  it('take comments on added lines as threads, and the others as one note', async () => {
    await (await forge()).create(PLACE, { ...NEW, isDraft: true }, signal)
    expect(glab.read()['pull']).toMatchObject({ title: 'Draft: Deepen' })
    const lines = [{ path: 'tide.ts', line: 2, body: 'A number.' }]
    const review = { number: 7, commit: HEAD, body: 'The rest.', lines }
    await (await forge()).comment(PLACE, review, signal)
    expect(glab.read()['posted']).toMatchObject([
      {
        kind: 'discussions',
        body: 'A number.',
        position: { new_path: 'tide.ts', new_line: 2, head_sha: HEAD },
      },
      { kind: 'notes', body: 'The rest.' },
    ])
    const stale = (await forge()).comment(PLACE, { ...review, commit: 'c'.repeat(40) }, signal)
    await expect(stale).rejects.toThrow('has new commits since it was reviewed')
  })

  it('take after a failure only the comments that are missing', async () => {
    await (await forge()).create(PLACE, NEW, signal)
    const lines = [1, 2, 3].map((line) => ({ path: 'tide.ts', line, body: `Line ${line}.` }))
    const review = { number: 7, commit: HEAD, body: 'The rest.', lines }
    glab.change({ posts: 2 })
    await expect((await forge()).comment(PLACE, review, signal)).rejects.toThrow('502')
    glab.change({ posts: 10 })
    await (await forge()).comment(PLACE, review, signal)
    await (await forge()).comment(PLACE, review, signal)
    const posted = glab.read()['posted'] as readonly { readonly body: string }[]
    expect(posted.map(({ body }) => body)).toEqual(['Line 1.', 'Line 2.', 'Line 3.', 'The rest.'])
  })

  it('take words that stood there before, of others or of an earlier review', async () => {
    await (await forge()).create(PLACE, NEW, signal)
    glab.change({ comments: [{ body: 'Good.', author: { username: 'diver' }, system: false }] })
    await (await forge()).comment(PLACE, { number: 7, commit: HEAD, body: 'Good.', lines: [] }, signal)
    const lines = [{ path: 'tide.ts', line: 2, body: 'A number.' }]
    await (await forge()).comment(PLACE, { number: 7, commit: HEAD, body: 'Good.', lines }, signal)
    const posted = glab.read()['posted'] as readonly { readonly body: string }[]
    expect(posted.map(({ body }) => body)).toEqual(['Good.', 'A number.', 'Good.'])
  })

  it('say that the sign-in lacks a right', async () => {
    await (await forge()).create(PLACE, NEW, signal)
    glab.change({ forbidsNotes: true })
    const review = { number: 7, commit: HEAD, body: 'The rest.', lines: [] }
    const refused = (await forge()).comment(PLACE, review, signal)
    await expect(refused).rejects.toThrow('does not allow this for the account of your GitLab CLI')
  })

  it.each(['', 'not json', '{"iid":"7"}', '[]'])('refuse the foreign answer %j', async (raw) => {
    glab.change({ raw })
    await expect((await forge()).find(PLACE, 7, signal)).rejects.toThrow('could not be read')
  })
})

it('creates issues for people that the server knows', async () => {
  const issue = { title: 'Late', body: 'Why.', labels: ['bug', 'tide'], assignees: ['mei'] }
  const url = 'https://gitlab.com/sea/tide/tables/-/issues/9'
  expect(await (await forge()).createIssue(PLACE, issue, signal)).toBe(url)
  expect(glab.read()['issue']).toMatchObject({ labels: 'bug,tide', assignee_ids: [3] })
  const nobody = (await forge()).createIssue(PLACE, { ...issue, assignees: ['nobody'] }, signal)
  await expect(nobody).rejects.toThrow('has no user named nobody')
  glab.change({ noIssues: true })
  expect(await (await forge()).createIssue(PLACE, issue, signal)).toBeNull()
})

it('shares texts as private snippets, and deletes them', async () => {
  const shared = { title: 'Tides', fileName: 'Tides.md', text: '# Tides', isPublic: false }
  const page = await (await forge()).share('gitlab.com', shared, signal)
  expect(page).toEqual({ id: '11', url: 'https://gitlab.com/-/snippets/11' })
  expect(glab.read()['gist']).toMatchObject({ visibility: 'private' })
  await (await forge()).unshare('gitlab.com', page.id, signal)
  expect(glab.read()['gist']).toBeNull()
})

describe('the program that knows a host', () => {
  it('is chosen by the name of the host, or by what is signed in', async () => {
    expect((await forges.of('gitlab.sea.example', signal)).cli).toBe('glab')
    await expect(forges.of('github.com', signal)).rejects.toThrow('The GitHub CLI was not found.')
    expect((await forges.of('git.sea.example', signal)).cli).toBe('glab')
    const gh = installGh(bin)
    expect((await forges.of('git.sea.example', signal)).cli).toBe('gh')
    gh.change({ signedIn: false })
    glab.change({ signedIn: false })
    await expect(forges.of('git.sea.example', signal)).rejects.toThrow('Neither the GitHub CLI nor')
    await expect(forge()).rejects.toThrow('The GitLab CLI is not signed in to gitlab.com.')
    await expect(forges.signedIn(signal)).rejects.toThrow('Sharing needs the GitHub CLI or the GitLab CLI.')
  })
})
