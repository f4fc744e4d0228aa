import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { openChangesRig, PROJECT } from '../../../test/support/rigs/changes-rig.ts'
import type { ActDeps } from './acts.ts'
import { parseStatus } from './parse-status.ts'
import { deleteBranch } from './rename-branch.ts'
import { dropStash } from './stashes.ts'

type Rig = Awaited<ReturnType<typeof openChangesRig>>
let rig: Rig
const commitAll = (message: string) => {
  rig.git('add', '.')
  rig.git('commit', '-qm', message)
}
const branches = () => rig.changes.branches(PROJECT, rig.signal)
const names = async () => (await branches()).branches.map(({ name }) => name).sort()
const remove = (name: string, seen: string | null = null) =>
  rig.changes.deleteBranch(PROJECT, { name, seen }, rig.signal)
const rename = (name: string, to: string) => rig.changes.renameBranch(PROJECT, { name, to }, rig.signal)

beforeEach(async () => {
  rig = await openChangesRig()
  rig.write('a.ts', 'one\n')
  commitAll('first')
  const remote = join((await openTempFolder('remote')).path, 'remote.git')
  execFileSync('git', ['init', '-q', '--bare', remote])
  rig.git('remote', 'add', 'origin', remote)
  rig.git('push', '-q', 'origin', 'main:tide/deeper')
  rig.git('push', '-qu', 'origin', 'main')
})

describe('branches of a remote', () => {
  it('are listed, and switched to as a branch that follows them', async () => {
    expect((await branches()).remotes.map(({ name }) => name).sort()).toEqual([
      'origin/main',
      'origin/tide/deeper',
    ])
    await rig.changes.track(PROJECT, 'origin/tide/deeper', rig.signal)
    const { current, branches: here } = await branches()
    expect(current).toBe('tide/deeper')
    expect(here.find(({ name }) => name === current)?.upstream).toBe('origin/tide/deeper')
    const again = rig.changes.track(PROJECT, 'origin/tide/deeper', rig.signal)
    await expect(again).rejects.toThrow('A branch named tide/deeper exists already.')
    const unknown = rig.changes.track(PROJECT, 'origin/--detach', rig.signal)
    await expect(unknown).rejects.toThrow('no branch named origin/--detach')
  })

  it('give the distance of the branch that follows them', async () => {
    const distance = () => rig.changes.distance(PROJECT, rig.signal)
    expect(await distance()).toEqual({ upstream: 'origin/main', ahead: 0, behind: 0 })
    rig.write('a.ts', 'two\n')
    commitAll('second')
    expect(await distance()).toMatchObject({ ahead: 1, behind: 0 })
    rig.git('switch', '-qc', 'alone')
    expect(await distance()).toBeNull()
  })
})

describe('a branch', () => {
  it('gets another name, unless that is taken or another work tree has it', async () => {
    rig.git('branch', 'shallow')
    await rename('shallow', 'deep')
    expect(await names()).toEqual(['deep', 'main'])
    await expect(rename('deep', 'main')).rejects.toThrow('A branch named main exists already.')
    await expect(rename('deep', '-x')).rejects.toThrow('cannot be the name of a branch')
    await expect(rename('gone', 'here')).rejects.toThrow('no branch named gone')
    rig.git('worktree', 'add', '-q', join((await openTempFolder('tree')).path, 'tree'), 'deep')
    await expect(rename('deep', 'deeper')).rejects.toThrow('checked out in another work tree')
    await expect(remove('deep')).rejects.toThrow('checked out in another work tree')
  })

  it('is deleted with its own commits only once their loss is confirmed, and comes back', async () => {
    rig.git('switch', '-qc', 'deep', '--track', 'origin/tide/deeper')
    await expect(remove('deep')).rejects.toThrow('Switch to another one first.')
    rig.write('a.ts', 'two\n')
    commitAll('second')
    rig.git('switch', '-q', 'main')
    const asked = await remove('deep')
    const commit = rig.git('rev-parse', 'deep').trim()
    expect(asked).toEqual({ kind: 'unmerged', name: 'deep', commit, commits: 1 })
    expect(await names()).toEqual(['deep', 'main'])
    rig.git('config', 'branch.deep.description', '-x of the tide\nin two lines')
    rig.git('config', 'branch.deep.pushRemote', 'origin')
    rig.git('config', 'branch.deep.er.description', 'of another branch')
    await expect(remove('deep', 'f'.repeat(40))).rejects.toThrow('has new commits since it was shown')
    const upstream = 'origin/tide/deeper'
    expect(await remove('deep', commit)).toEqual({ kind: 'deleted', name: 'deep', commit, upstream })
    expect(await names()).toEqual(['main'])
    await rig.changes.restoreBranch(PROJECT, { name: 'deep', commit, upstream }, rig.signal)
    const back = (await branches()).branches.find(({ name }) => name === 'deep')
    expect([rig.git('rev-parse', 'deep').trim(), back?.upstream]).toEqual([commit, upstream])
    expect(rig.git('config', 'branch.deep.description').trim()).toBe('-x of the tide\nin two lines')
    expect(rig.git('config', '--get-all', 'branch.deep.merge').trim().split('\n')).toHaveLength(1)
    expect(rig.git('config', 'branch.deep.pushRemote').trim()).toBe('origin')
    expect(rig.git('config', 'branch.deep.er.description').trim()).toBe('of another branch')
  })

  it('without commits of its own is deleted at once, and needs the trust of the person', async () => {
    rig.git('branch', 'same')
    expect(await remove('same')).toMatchObject({ kind: 'deleted' })
    rig.project.trusted = false
    await expect(remove('main')).rejects.toThrow('only if you trust the project')
  })

  it('keeps its name and its upstream where a tag has the same name', async () => {
    rig.git('switch', '-qc', 'deep', '--track', 'origin/tide/deeper')
    rig.git('switch', '-q', 'main')
    rig.git('tag', 'deep')
    rig.git('tag', 'origin/tide/deeper')
    rig.git('tag', 'main')
    expect(await names()).toEqual(['deep', 'main'])
    expect((await rig.changes.distance(PROJECT, rig.signal))?.upstream).toBe('origin/main')
    await rig.changes.switchTo(PROJECT, { name: 'deep', create: false }, rig.signal)
    expect(rig.git('symbolic-ref', 'HEAD').trim()).toBe('refs/heads/deep')
    rig.write('a.ts', 'two\n')
    commitAll('second')
    rig.git('tag', '--force', 'main')
    rig.git('tag', '--force', 'origin/main')
    const { base, files } = await rig.changes.list(PROJECT, { scope: 'branch' }, rig.signal)
    expect([base, files.map(({ path }) => path)]).toEqual(['origin/main', ['a.ts']])
    rig.git('reset', '-q', '--hard', 'refs/remotes/origin/tide/deeper')
    await rig.changes.switchTo(PROJECT, { name: 'main', create: false }, rig.signal)
    const gone = await remove('deep')
    if (gone.kind !== 'deleted') throw new Error('Nothing was lost.')
    expect(rig.git('config', '--local', '--list')).not.toContain('branch.deep')
    await rig.changes.restoreBranch(PROJECT, gone, rig.signal)
    const merge = rig.git('config', 'branch.deep.merge').trim()
    expect(merge).toBe('refs/heads/tide/deeper')
    for (const name of ['@{-1}', 'HEAD', '-x'])
      await expect(rename('deep', name)).rejects.toThrow('cannot be the name of a branch')
  })
})

describe('a branch that another program changes meanwhile', () => {
  const place = () => ({
    repository: {
      project: 'ledger',
      top: rig.folder,
      gitFolder: join(rig.folder, '.git'),
      prefix: '',
      trusted: true,
      read: async (args: readonly string[]) => Buffer.from(rig.git(...args)),
    },
    status: parseStatus(rig.git('status', '--porcelain=v2', '-z', '--branch')),
  })
  /** Git, which first does something else once. */
  const meanwhile = (act: () => void): ActDeps => {
    let isOver = false
    return {
      join,
      git: {
        work: async ({ args, folder }) => {
          if (!isOver) act()
          isOver = true
          const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder })
          const ok = { ok: true, output: stdout, messages: '' } as const
          return status === 0 ? ok : { ok: false, risk: null, problem: stderr.toString() }
        },
      },
    }
  }

  it('is not deleted with commits that were not counted, nor below a work tree', async () => {
    rig.git('branch', 'deep')
    const moves = meanwhile(() => {
      const tree = rig.git('rev-parse', 'HEAD^{tree}').trim()
      const made = rig.git('commit-tree', '-p', 'HEAD', '-m', 'meanwhile', tree).trim()
      rig.git('update-ref', 'refs/heads/deep', made)
    })
    const wish = { name: 'deep', seen: null, kept: new Map() }
    await expect(deleteBranch(place(), moves, wish, rig.signal)).rejects.toThrow('has new commits since')
    const before = rig.git('rev-parse', 'deep')
    rig.git('update-ref', 'refs/heads/deep', 'main')
    const tree = join((await openTempFolder('tree')).path, 'tree')
    const enters = meanwhile(() => void rig.git('worktree', 'add', '-q', tree, 'deep'))
    await expect(deleteBranch(place(), enters, wish, rig.signal)).rejects.toThrow('another work tree')
    expect([before.length > 0, rig.git('rev-parse', 'deep')]).toEqual([true, rig.git('rev-parse', 'main')])
  })

  it('moves the number of a stash, and the right one is dropped', async () => {
    rig.write('a.ts', 'first\n')
    rig.git('stash', 'push', '-qm', 'first')
    const id = rig.git('rev-parse', 'refs/stash').trim()
    const makes = meanwhile(() => {
      rig.write('a.ts', 'second\n')
      rig.git('stash', 'push', '-qm', 'second')
    })
    await dropStash(place(), makes, id, rig.signal)
    expect(rig.git('stash', 'list', '--format=%gs').trim()).toBe('On main: second')
    expect(rig.git('show', 'stash@{0}:a.ts')).toBe('second\n')
  })
})
