import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CAN_FILL, fillDisk } from '../../../test/support/disk/full-disk.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { type ChangesRig, openChangesRig, PROJECT } from '../../../test/support/rigs/changes-rig.ts'
import { readWorkFile, writeWorkFile } from './work-file.ts'

const LINES = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`)
const text = (changed: Readonly<Record<number, string>> = {}, end = '\n') =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join(end)}${end}`
let rig: ChangesRig
const commitAll = (message: string) => {
  rig.git('add', '.')
  rig.git('commit', '-qm', message)
}
const whole = (path: string) => [{ path }]

beforeEach(async () => {
  rig = await openChangesRig()
  rig.write('a.ts', text())
  commitAll('first')
})
afterEach(() => rig.close())

describe('a repository in an unusual state', () => {
  it('with a lock of another program: every act is refused with the file to look at, and changes nothing', async () => {
    rig.write('a.ts', text({ 3: 'mine' }))
    writeFileSync(join(rig.folder, '.git/index.lock'), '')
    const acts = [
      () => rig.changes.stage(PROJECT, whole('a.ts'), rig.signal),
      () => rig.changes.commit(PROJECT, { message: 'x', amend: true }, rig.signal),
    ]
    for (const act of acts) await expect(act()).rejects.toThrow(/Another program is using.*index\.lock/)
    expect(rig.read('a.ts')).toBe(text({ 3: 'mine' }))
    // A rejection needs no index.
    await rig.reject('a.ts', 0)
    expect(rig.read('a.ts')).toBe(text())
  })

  it('without a branch: commits stay possible, and a push names what is missing', async () => {
    rig.git('switch', '-q', '--detach')
    rig.write('a.ts', text({ 3: 'mine' }))
    await rig.changes.stage(PROJECT, whole('a.ts'), rig.signal)
    const made = await rig.changes.commit(PROJECT, { message: 'alone', amend: false }, rig.signal)
    expect(rig.git('rev-parse', 'HEAD').trim()).toBe(made.commit)
    expect((await rig.list()).repository.branch).toBeNull()
    await expect(rig.changes.sync(PROJECT, 'push', rig.signal)).rejects.toThrow('No branch is checked out')
  })

  it('in the middle of a rebase: says so, keeps both sides, and refuses a commit with conflicts', async () => {
    rig.git('switch', '-qc', 'topic')
    rig.write('a.ts', text({ 3: 'topic' }))
    commitAll('topic')
    rig.git('switch', '-q', 'main')
    rig.write('a.ts', text({ 3: 'main' }))
    commitAll('main')
    rig.git('switch', '-q', 'topic')
    expect(() => rig.git('rebase', '-q', 'main')).toThrow()
    const before = rig.read('a.ts')
    expect((await rig.list()).repository.operation).toBe('rebase')
    expect((await rig.names())[0]).toBe('conflicted a.ts')
    await expect(rig.changes.commit(PROJECT, { message: 'x', amend: false }, rig.signal)).rejects.toThrow(
      'Resolve the conflicts first: a.ts',
    )
    await expect(rig.changes.switchTo(PROJECT, { name: 'main', create: false }, rig.signal)).rejects.toThrow(
      /Git refused/,
    )
    expect(rig.read('a.ts')).toBe(before)
  })

  it('with a branch named like an option: git never reads the name as one', async () => {
    rig.git('branch', 'other')
    rig.git('commit', '-q', '--allow-empty', '-m', 'second')
    const other = rig.git('rev-parse', 'other')
    for (const name of ['-Cother', '--orphan=x', '--detach']) {
      rig.git('update-ref', `refs/heads/${name}`, 'HEAD')
      await expect(rig.changes.switchTo(PROJECT, { name, create: false }, rig.signal)).rejects.toThrow(
        'cannot be the name of a branch',
      )
    }
    expect([rig.git('rev-parse', 'other'), rig.git('branch', '--show-current').trim()]).toEqual([
      other,
      'main',
    ])
  })

  it('with a dirty file: switching takes it along, or is refused and names it', async () => {
    rig.git('switch', '-qc', 'other')
    rig.write('a.ts', text({ 3: 'on other' }))
    commitAll('other')
    rig.git('switch', '-q', 'main')
    rig.write('b.ts', 'not committed\n')
    await rig.changes.switchTo(PROJECT, { name: 'other', create: false }, rig.signal)
    expect(rig.read('b.ts')).toBe('not committed\n')
    await rig.changes.switchTo(PROJECT, { name: 'main', create: false }, rig.signal)
    rig.write('a.ts', text({ 3: 'mine' }))
    await expect(rig.changes.switchTo(PROJECT, { name: 'other', create: false }, rig.signal)).rejects.toThrow(
      'Switching to other would overwrite uncommitted changes in a.ts',
    )
    expect(rig.read('a.ts')).toBe(text({ 3: 'mine' }))
    await rig.changes.switchTo(PROJECT, { name: 'made-here', create: true }, rig.signal)
    expect((await rig.changes.branches(PROJECT, rig.signal)).current).toBe('made-here')
    for (const name of ['a..b', '-x', 'main'])
      await expect(rig.changes.switchTo(PROJECT, { name, create: true }, rig.signal)).rejects.toThrow(
        /cannot be the name|exists already/,
      )
    rig.state.isRunning = true
    await expect(rig.changes.switchTo(PROJECT, { name: 'main', create: false }, rig.signal)).rejects.toThrow(
      'An agent is running',
    )
  })

  it('with a work tree that was deleted by hand: both go on, and its branch is free again', async () => {
    const beside = join((await openTempFolder('beside')).path, 'tree')
    rig.git('worktree', 'add', '-q', '-b', 'topic', beside)
    const list = await rig.changes.branches(PROJECT, rig.signal)
    expect(list.branches.find(({ name }) => name === 'topic')?.isElsewhere).toBe(true)
    await expect(rig.changes.switchTo(PROJECT, { name: 'topic', create: false }, rig.signal)).rejects.toThrow(
      /checked out in another work tree/,
    )
    rmSync(beside, { recursive: true })
    rig.write('a.ts', text({ 3: 'mine' }))
    expect(await rig.names()).toEqual(['modified a.ts'])
    rig.git('worktree', 'prune')
    await rig.changes.switchTo(PROJECT, { name: 'topic', create: false }, rig.signal)
    expect(rig.read('a.ts')).toBe(text({ 3: 'mine' }))
  })
})

describe('an unusual file', () => {
  it('that is a submodule is named and never written', async () => {
    const other = (await openTempFolder('other')).path
    const git = (...args: string[]) => execFileSync('git', ['-C', other, ...args])
    git('init', '-q')
    writeFileSync(join(other, 'inside.txt'), 'one\n')
    git('add', '.')
    git('-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'inside')
    rig.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'part')
    commitAll('with a submodule')
    rig.write('part/inside.txt', 'edited there\n')
    expect(await rig.names()).toEqual(['submodule part'])
    expect((await rig.diff('part')).kind).toBe('submodule')
    await expect(
      rig.changes.reject(PROJECT, { scope: 'uncommitted', parts: whole('part') }, rig.signal),
    ).rejects.toThrow('not a text file')
    expect(rig.read('part/inside.txt')).toBe('edited there\n')
  })

  it('that is a large-file pointer keeps its content without the program for it', async () => {
    const pointer = (id: string) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${id.repeat(64)}\nsize 12345\n`
    rig.write('big.bin', pointer('a'))
    commitAll('pointer')
    rig.write('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n')
    rig.git('add', '.gitattributes')
    rig.git('commit', '-qm', 'attributes')
    rig.write('big.bin', pointer('b'))
    expect((await rig.hunksOf('big.bin'))[0]?.lines).toContain(`+oid sha256:${'b'.repeat(64)}`)
    const { ids } = await rig.reject('big.bin', 0)
    expect(rig.read('big.bin')).toBe(pointer('a'))
    await rig.undecide(ids)
    expect(rig.read('big.bin')).toBe(pointer('b'))
  })

  it('with line ends by attribute keeps them in both directions', async () => {
    rig.write('.gitattributes', '*.bat text eol=crlf\n')
    rig.write('run.bat', text({}, '\r\n'))
    commitAll('windows')
    rig.write('run.bat', text({ 20: 'twenty' }, '\r\n'))
    const { ids } = await rig.reject('run.bat', 0)
    expect(rig.read('run.bat')).toBe(text({}, '\r\n'))
    expect(rig.git('status', '--porcelain')).toBe('')
    await rig.undecide(ids)
    expect(rig.read('run.bat')).toBe(text({ 20: 'twenty' }, '\r\n'))
    await rig.accept('run.bat', 0)
    expect(await rig.states('run.bat')).toEqual(['accepted'])
    expect(await rig.names('approved')).toEqual([])
  })

  it('that changed only the case of its name is taken as two names, and both come back', async () => {
    rig.git('mv', 'a.ts', 'A.ts')
    rig.write('A.ts', text({ 3: 'mine' }))
    expect(await rig.names()).toEqual(['renamed A.ts'])
    const kept = await rig.changes.discard(PROJECT, whole('A.ts'), rig.signal)
    expect(rig.read('a.ts')).toBe(text())
    for (const { id } of kept) await rig.changes.restore(PROJECT, id, rig.signal)
    expect(rig.read('A.ts')).toBe(text({ 3: 'mine' }))
  })

  it('that became a link is not followed and comes back', async () => {
    const outside = join((await openTempFolder('outside')).path, 'secret.txt')
    writeFileSync(outside, 'not yours\n')
    rmSync(join(rig.folder, 'a.ts'))
    symlinkSync(outside, join(rig.folder, 'a.ts'))
    await expect(
      rig.changes.reject(PROJECT, { scope: 'uncommitted', parts: whole('a.ts') }, rig.signal),
    ).rejects.toThrow('not a text file')
    const [kept] = await rig.changes.discard(PROJECT, whole('a.ts'), rig.signal)
    expect(lstatSync(join(rig.folder, 'a.ts')).isSymbolicLink()).toBe(false)
    expect(rig.read('a.ts')).toBe(text())
    rmSync(join(rig.folder, 'a.ts'))
    await rig.changes.restore(PROJECT, kept?.id ?? '', rig.signal).catch(() => {})
    expect(readFileSync(outside, 'utf8')).toBe('not yours\n')
    expect(existsSync(join(rig.folder, 'a.ts')) ? readlinkSync(join(rig.folder, 'a.ts')) : outside).toBe(
      outside,
    )
  })

  it('of 300 MB is listed in time, not drawn, and never discarded without a copy', async () => {
    rig.write('huge.log', 'start\n')
    truncateSync(join(rig.folder, 'huge.log'), 300 * 1024 * 1024)
    expect(await rig.names()).toEqual(['untracked huge.log'])
    expect(['binary', 'large']).toContain((await rig.diff('huge.log')).kind)
    await expect(rig.changes.discard(PROJECT, whole('huge.log'), rig.signal)).rejects.toThrow()
    expect(lstatSync(join(rig.folder, 'huge.log')).size).toBe(300 * 1024 * 1024)
  }, 60_000)
})

describe.runIf(CAN_FILL)('a full disk', () => {
  it('leaves a file as it was, and says so', async () => {
    const path = join(rig.folder, 'a.ts')
    const before = await readWorkFile(path)
    const free = await fillDisk(process.pid)
    try {
      await expect(writeWorkFile(path, 'a.ts', before, text({ 3: 'mine' }))).rejects.toThrow(
        'The disk is full. a.ts was not changed',
      )
    } finally {
      await free()
    }
    expect(rig.read('a.ts')).toBe(text())
    expect(rig.git('status', '--porcelain')).toBe('')
  })
})

describe('a folder that became a link while a rejection waited', () => {
  it('leads no rejection out of the repository, and stops no other one', async () => {
    const outside = (await openTempFolder('outside')).path
    rig.write('kept/x', 'committed\n')
    commitAll('second')
    rig.state.isRunning = true
    rig.write('made/x', 'same\n')
    rmSync(join(rig.folder, 'kept'), { recursive: true })
    rig.write('a.ts', text({ 3: 'mine' }))
    for (const path of ['made/x', 'kept/x', 'a.ts']) await rig.reject(path, 0)
    rmSync(join(rig.folder, 'made'), { recursive: true })
    writeFileSync(join(outside, 'x'), 'same\n')
    mkdirSync(join(outside, 'empty'))
    symlinkSync(outside, join(rig.folder, 'made'))
    symlinkSync(join(outside, 'empty'), join(rig.folder, 'kept'))
    rig.state.isRunning = false
    await rig.settle().catch(() => {})
    expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('same\n')
    expect(readdirSync(join(outside, 'empty'))).toEqual([])
    expect(rig.read('a.ts')).toBe(text())
  })
})

describe('a project that lost the trust of the person', () => {
  it('gets back no rejected lines, and no rejection that waited is carried out', async () => {
    rig.write('a.ts', text({ 3: 'mine' }))
    const { ids } = await rig.reject('a.ts', 0)
    rig.write('b.ts', 'new\n')
    rig.state.isRunning = true
    await rig.reject('b.ts', 0)
    rig.state.isRunning = false
    rig.project.trusted = false
    await expect(rig.changes.undecide(PROJECT, ids, rig.signal)).rejects.toThrow(
      'only if you trust the project',
    )
    await expect(rig.changes.settle(PROJECT, rig.signal)).rejects.toThrow('only if you trust the project')
    expect([rig.read('a.ts'), rig.read('b.ts')]).toEqual([text(), 'new\n'])
    rig.project.trusted = true
    await rig.changes.settle(PROJECT, rig.signal)
    expect(existsSync(join(rig.folder, 'b.ts'))).toBe(false)
  })
})

describe('a crash', () => {
  it('between a rejection and its end leaves the file whole, and the rejection waits on', async () => {
    rig.state.isRunning = true
    rig.write('a.ts', text({ 3: 'mine' }))
    await rig.reject('a.ts', 0)
    // Another process with the same database, as after a restart.
    const again = await openChangesRig({ folder: rig.folder, db: rig.db })
    expect(again.read('a.ts')).toBe(text({ 3: 'mine' }))
    await again.settle()
    expect(again.read('a.ts')).toBe(text())
    expect(again.told).toHaveLength(1)
  })

  it('of git in the middle of an act is undone by git, and the next act works', async () => {
    rig.write('a.ts', text({ 3: 'mine' }))
    const stop = new AbortController()
    const act = rig.changes.stage(PROJECT, whole('a.ts'), stop.signal)
    stop.abort(new Error('killed'))
    await act.catch(() => {})
    rmSync(join(rig.folder, '.git/index.lock'), { force: true })
    expect(rig.read('a.ts')).toBe(text({ 3: 'mine' }))
    await rig.changes.stage(PROJECT, whole('a.ts'), rig.signal)
    expect(rig.git('diff', '--cached', '--numstat')).toContain('1\t1\ta.ts')
  })
})
