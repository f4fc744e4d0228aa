import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { openChangesRig, PROJECT } from '../../../test/support/rigs/changes-rig.ts'

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
    await expect(remove('deep', 'f'.repeat(40))).rejects.toThrow('has new commits since it was shown')
    const upstream = 'origin/tide/deeper'
    expect(await remove('deep', commit)).toEqual({ kind: 'deleted', name: 'deep', commit, upstream })
    expect(await names()).toEqual(['main'])
    await rig.changes.restoreBranch(PROJECT, { name: 'deep', commit, upstream }, rig.signal)
    const back = (await branches()).branches.find(({ name }) => name === 'deep')
    expect([rig.git('rev-parse', 'deep').trim(), back?.upstream]).toEqual([commit, upstream])
  })

  it('without commits of its own is deleted at once, and needs the trust of the person', async () => {
    rig.git('branch', 'same')
    expect(await remove('same')).toMatchObject({ kind: 'deleted' })
    rig.project.trusted = false
    await expect(remove('main')).rejects.toThrow('only if you trust the project')
  })
})
