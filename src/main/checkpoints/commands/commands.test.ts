import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rename, symlink, utimes } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openCheckpointRig, SESSION, soon, WATCHING } from '../../../../test/support/rigs/checkpoint-rig.ts'

const isWindows = process.platform === 'win32'
const looked = (added: number, changed: number, removed: number, unlisted = 0) => ({
  looked: true,
  added,
  changed,
  removed,
  unlisted,
})

describe('what a command changes', () => {
  it('is listed, and goes back and forward like what an agent wrote', async () => {
    const rig = await openCheckpointRig()
    await rig.write('kept.txt', 'kept')
    await rig.write('changed.txt', 'one')
    await rig.write('gone.txt', 'gone', 0o600)
    const came = await rig.command(async () => {
      await rig.write('changed.txt', 'two!')
      await rig.remove('gone.txt')
      await rig.write('made/new.txt', 'new')
    })
    expect(came).toEqual(looked(1, 1, 1))
    const { files } = await rig.checkpoints.files(SESSION, soon())
    expect(
      files.map(({ path, versions }) => [path, versions.map((one) => [one.did, one.byCommand])]),
    ).toEqual([
      ['changed.txt', [['changed', true]]],
      ['gone.txt', [['deleted', true]]],
      ['made/new.txt', [['created', true]]],
    ])

    const undone = { 'changed.txt': 'restore', 'gone.txt': 'create', 'made/new.txt': 'delete' }
    expect(await rig.outlook()).toEqual(undone)
    expect(await rig.undo()).toEqual(undone)
    const texts = () => Promise.all(['changed.txt', 'gone.txt', 'made/new.txt'].map(rig.text))
    expect(await texts()).toEqual(['one', 'gone', null])
    if (!isWindows) expect(await rig.mode('gone.txt')).toBe(0o600)
    expect(await rig.redo()).toEqual({
      'changed.txt': 'restore',
      'gone.txt': 'delete',
      'made/new.txt': 'create',
    })
    expect(await texts()).toEqual(['two!', null, 'new'])
  })

  it('is nothing where a file was only touched, and where nothing was', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    const touched = await rig.command(() => utimes(rig.at('a.txt'), 1, 1))
    expect([touched, await rig.command(async () => {}), await rig.outlook()]).toEqual([
      looked(0, 0, 0),
      looked(0, 0, 0),
      {},
    ])
  })

  it('is a conflict as soon as somebody changes it again', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.command(() => rig.write('a.txt', 'by the command'))
    await rig.write('a.txt', 'mine')
    expect([await rig.undo(), await rig.text('a.txt')]).toEqual([{ 'a.txt': 'conflict: changed' }, 'mine'])
  })

  it('cannot be put back where nobody had kept it, and that is said of exactly that file', async () => {
    const rig = await openCheckpointRig()
    await rig.write('large.txt', 'x'.repeat(2_000))
    await rig.write('small.txt', 'small')
    const came = await rig.command(async () => {
      await rig.write('large.txt', 'y')
      await rig.write('small.txt', 'other')
    })
    expect([came, await rig.undo(), await rig.text('large.txt'), await rig.text('small.txt')]).toEqual([
      looked(0, 2, 0),
      { 'large.txt': 'refused: not_seen', 'small.txt': 'restore' },
      'y',
      'small',
    ])
    const { files } = await rig.checkpoints.files(SESSION, soon())
    expect(files.map(({ path, obstacle }) => [path, obstacle])).toEqual([
      ['large.txt', 'not_seen'],
      ['small.txt', null],
    ])
  })

  it('goes on from what an agent wrote, and all of it goes back together', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.command(() => rig.write('a.txt', 'formatted'))
    expect([await rig.undo(), await rig.text('a.txt')]).toEqual([{ 'a.txt': 'restore' }, 'one'])
  })

  it('does not count what an agent wrote while it ran, nor a second time what another command did', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    let inner: unknown
    const outer = await rig.command(async () => {
      await rig.agent('b.txt', 'by the agent')
      inner = await rig.command(() => rig.write('a.txt', 'by the inner one'))
    })
    expect([inner, outer, (await rig.checkpoints.files(SESSION, soon())).files.length]).toEqual([
      looked(0, 1, 0),
      looked(0, 0, 0),
      2,
    ])
  })

  it('is not looked at in folders that are ignored', async () => {
    const rig = await openCheckpointRig({ ignored: ['node_modules'] })
    expect(await rig.command(() => rig.write('node_modules/a/index.js', 'x'))).toEqual(looked(0, 0, 0))
  })

  it('says when there are too many files, and does the rest of the work', async () => {
    const rig = await openCheckpointRig({ watching: { ...WATCHING, before: { files: 1, ms: 20_000 } } })
    await rig.write('a.txt', 'a')
    await rig.write('b.txt', 'b')
    expect(await rig.command(() => rig.write('a.txt', 'other'))).toEqual({
      looked: false,
      because: 'too_many',
    })
  })

  it('counts what it does not list', async () => {
    const rig = await openCheckpointRig({ watching: { ...WATCHING, listed: { files: 2, ms: 1_000_000 } } })
    const make = () => Promise.all(['a', 'b', 'c'].map((name) => rig.write(name, name)))
    expect(await rig.command(make)).toEqual(looked(2, 0, 0, 1))
  })

  it.skipIf(isWindows)('follows a file that is moved, and leaves alone what has become a link', async () => {
    const rig = await openCheckpointRig()
    await rig.write('old.txt', 'words')
    await rig.write('plain.txt', 'plain')
    await rig.command(async () => {
      await rename(rig.at('old.txt'), rig.at('new.txt'))
      await rig.remove('plain.txt')
      await symlink('/etc/hostname', rig.at('plain.txt'))
    })
    expect(await rig.undo()).toEqual({
      'new.txt': 'delete',
      'old.txt': 'create',
      'plain.txt': 'refused: is_link',
    })
  })

  it.skipIf(isWindows)('includes permissions', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.sh', 'run', 0o644)
    expect(await rig.command(() => chmod(rig.at('a.sh'), 0o755))).toEqual(looked(0, 1, 0))
    expect([await rig.undo(), await rig.mode('a.sh')]).toEqual([{ 'a.sh': 'restore' }, 0o644])
  })

  it('comes back from git where the file was clean, also when it is too large to be copied', async () => {
    const rig = await openCheckpointRig()
    const git = (...args: string[]) => execFileSync('git', args, { cwd: rig.root, stdio: 'pipe' })
    const long = '中文 line\n'.repeat(500)
    await mkdir(rig.at('sub'))
    await rig.write('sub/long.txt', long)
    await utimes(rig.at('sub/long.txt'), 1_000_000, 1_000_000)
    git('init', '-q')
    git('add', '.')
    await rig.command(() => rig.write('sub/long.txt', 'short'))
    expect([await rig.undo(), (await rig.text('sub/long.txt')) === long]).toEqual([
      { 'sub/long.txt': 'restore' },
      true,
    ])
  })
})
