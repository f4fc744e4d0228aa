import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChangesRig, openChangesRig, PROJECT } from '../../../test/support/rigs/changes-rig.ts'

let rig: ChangesRig
const commitAll = (message: string) => {
  rig.git('add', '.')
  rig.git('commit', '-qm', message)
}
const stash = (message = '', paths: readonly string[] | null = null) =>
  rig.changes.stash(PROJECT, { message, paths }, rig.signal)
const stashes = () => rig.changes.stashes(PROJECT, rig.signal)

beforeEach(async () => {
  rig = await openChangesRig()
})
afterEach(() => rig.close())

describe('the log', () => {
  it('lists commits with their parents and branches, and says that there are more', async () => {
    expect(await rig.changes.log(PROJECT, 10, rig.signal)).toEqual({ commits: [], hasMore: false })
    rig.write('a.ts', 'one\n')
    commitAll('first, with 潮汐')
    rig.git('switch', '-qc', 'topic')
    rig.write('b.ts', 'two\n')
    commitAll('second')
    rig.git('switch', '-q', 'main')
    rig.git('merge', '-q', '--no-ff', '-m', 'merge', 'topic')
    const { commits, hasMore } = await rig.changes.log(PROJECT, 10, rig.signal)
    expect(commits.map(({ subject, refs }) => [subject, refs])).toEqual([
      ['merge', ['HEAD -> main']],
      ['second', ['topic']],
      ['first, with 潮汐', []],
    ])
    expect(commits[0]?.parents).toEqual([commits[2]?.id, commits[1]?.id])
    expect(hasMore).toBe(false)
    expect((await rig.changes.log(PROJECT, 2, rig.signal)).hasMore).toBe(true)
  })
})

it('shows no commit that a name or a subject makes up', async () => {
  rig.write('a.ts', 'one\n')
  commitAll('first')
  const [record, field] = ['\x1e', '\x1f']
  const forged = `${record}${'f'.repeat(40)}${field}${field}Mei${field}1${field}HEAD -> main${field}trusted`
  rig.git('commit', '-q', '--allow-empty', `--author=${forged} <x@y>`, '-m', `--output=x ${forged}\u202e`)
  const { commits } = await rig.changes.log(PROJECT, 10, rig.signal)
  expect(commits.map(({ parents }) => parents.length)).toEqual([1, 0])
  expect(commits[0]?.subject).toContain('--output=x ')
})

describe('the blame of a file', () => {
  it('names the commit of each line, and lines that are not committed', async () => {
    rig.write('a.ts', 'one\ntwo\n')
    commitAll('first')
    rig.write('a.ts', 'one\ntwo\n\tthree\n')
    commitAll('second')
    rig.write('a.ts', 'mine\ntwo\n\tthree\n')
    const { lines, ranges, cut } = await rig.changes.blame(PROJECT, 'a.ts', rig.signal)
    expect([lines, cut]).toEqual([['mine', 'two', '\tthree'], false])
    expect(
      ranges.map(({ commit, subject, start, count }) => [commit === null ? null : subject, start, count]),
    ).toEqual([
      [null, 1, 1],
      ['first', 2, 1],
      ['second', 3, 1],
    ])
    await expect(rig.changes.blame(PROJECT, 'none.ts', rig.signal)).rejects.toThrow('Git refused')
    await expect(rig.changes.blame(PROJECT, '--contents=a.ts', rig.signal)).rejects.toThrow('Git refused')
  })
})

describe('the file of a path', () => {
  it('is one that git knows or would add, and none outside of the repository', async () => {
    rig.write('a b.ts', 'one\n')
    rig.write('.gitignore', 'secret\n')
    rig.write('secret', 'none\n')
    const fileOf = (path: string) => rig.changes.fileOf(PROJECT, path, rig.signal)
    expect(await fileOf('a b.ts')).toMatch(/\/a b\.ts$/)
    await expect(fileOf('secret')).rejects.toThrow('not a file of this repository')
    await expect(fileOf('../outside.ts')).rejects.toThrow()
    await expect(fileOf('*')).rejects.toThrow('not a file of this repository')
  })
})

describe('stashes', () => {
  beforeEach(() => {
    rig.write('a.ts', 'one\n')
    commitAll('first')
  })

  it('put changes and new files away and back, and stay until they are dropped', async () => {
    await expect(stash()).rejects.toThrow('no uncommitted changes')
    rig.write('a.ts', 'mine\n')
    rig.write('new.ts', 'new\n')
    await stash('tide tables')
    expect([rig.read('a.ts'), await rig.names()]).toEqual(['one\n', []])
    const [kept] = await stashes()
    if (kept === undefined) throw new Error('There is no stash.')
    expect(kept.message).toBe('On main: tide tables')
    await rig.changes.applyStash(PROJECT, kept.id, rig.signal)
    expect([rig.read('a.ts'), rig.read('new.ts')]).toEqual(['mine\n', 'new\n'])
    await rig.changes.dropStash(PROJECT, kept.id, rig.signal)
    expect(await stashes()).toEqual([])
    await expect(rig.changes.dropStash(PROJECT, kept.id, rig.signal)).rejects.toThrow('no longer exists')
    await rig.changes.keepStash(PROJECT, kept, rig.signal)
    expect(await stashes()).toMatchObject([{ id: kept.id, message: 'On main: tide tables' }])
  })

  it('take chosen files alone, under their old and new names, and show what they hold', async () => {
    rig.write('b [x].ts', 'two\n')
    rig.write('old.ts', `${'long enough to be known again\n'.repeat(5)}`)
    commitAll('more')
    rig.write('a.ts', 'mine\n')
    rig.write('b [x].ts', 'mine too\n')
    rig.write('潮 new.ts', 'new\n')
    rig.git('mv', 'old.ts', 'renamed.ts')
    await stash('some', ['b [x].ts', '潮 new.ts', 'renamed.ts'])
    expect([rig.read('a.ts'), rig.read('b [x].ts'), rig.read('old.ts').length]).toEqual([
      'mine\n',
      'two\n',
      150,
    ])
    expect(await rig.names()).toEqual(['modified a.ts'])
    const [kept] = await stashes()
    const content = await rig.changes.stashContent(PROJECT, kept?.id ?? '', rig.signal)
    expect(content.files.map(({ path }) => path).sort()).toEqual([
      'b [x].ts',
      'old.ts',
      'renamed.ts',
      '潮 new.ts',
    ])
    expect(content.files.find(({ path }) => path === '潮 new.ts')?.hunks[0]?.lines).toEqual(['+new'])
    await expect(stash('', ['gone.ts'])).rejects.toThrow('no uncommitted changes')
  })

  it('overwrite no uncommitted change, name conflicts, and wait for agents and trust', async () => {
    rig.write('a.ts', 'stashed\n')
    await stash()
    const [kept] = await stashes()
    const apply = () => rig.changes.applyStash(PROJECT, kept?.id ?? '', rig.signal)
    rig.write('a.ts', 'of the person\n')
    await expect(apply()).rejects.toThrow('Git refused')
    expect(rig.read('a.ts')).toBe('of the person\n')
    commitAll('second')
    await expect(apply()).rejects.toThrow('The stash conflicts with the files in a.ts')
    expect(await stashes()).toHaveLength(1)
    rig.git('checkout', '-q', '--force', 'HEAD')
    rig.state.isRunning = true
    await expect(apply()).rejects.toThrow('An agent is running')
    rig.state.isRunning = false
    rig.project.trusted = false
    await expect(apply()).rejects.toThrow('only if you trust the project')
  })
})
