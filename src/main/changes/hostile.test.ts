import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChangesRig, openChangesRig, PROJECT } from '../../../test/support/rigs/changes-rig.ts'

let rig: ChangesRig
const commitAll = (message: string) => {
  rig.git('add', '.')
  rig.git('commit', '-qm', message)
}
/** A program that leaves a mark when it is started. */
const trap = () => {
  const program = join(rig.folder, '..', `${rig.folder.split('/').at(-1)}-trap`)
  const mark = `${program}-ran`
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat "$1" 2>/dev/null || cat\n`)
  chmodSync(program, 0o755)
  return { program, hasRun: () => existsSync(mark) }
}
/** Everything that only looks at the repository. */
const look = async (path: string) => {
  for (const scope of ['uncommitted', 'staged', 'branch', 'approved'] as const) {
    await rig.list(scope)
    await rig.diff(path, scope).catch(() => null)
  }
  await rig.changes.log(PROJECT, 10, rig.signal)
  await rig.changes.blame(PROJECT, path, rig.signal)
  await rig.changes.branches(PROJECT, rig.signal)
  for (const { id } of await rig.changes.stashes(PROJECT, rig.signal))
    await rig.changes.stashContent(PROJECT, id, rig.signal)
}

beforeEach(async () => {
  rig = await openChangesRig()
  rig.write('a.txt', 'one\ntwo\n')
  commitAll('first')
})
afterEach(() => rig.close())

describe.skipIf(process.platform === 'win32')('looking at a hostile repository', () => {
  it('starts no program that settings name for reading, whatever the attributes choose', async () => {
    const { program, hasRun } = trap()
    rig.write('b.txt', 'one\n')
    commitAll('second')
    rig.write('a.txt', 'one\nstashed\n')
    rig.git('stash')
    const settings = ['diff.converted.textconv', 'diff.drawn.command', 'diff.external', 'merge.evil.driver']
    const others = ['core.pager', 'pager.log', 'core.fsmonitor', 'core.editor', 'gpg.program']
    for (const setting of [...settings, ...others]) rig.git('config', setting, program)
    rig.git('config', 'log.showSignature', 'true')
    for (const command of ['log', 'blame', 'diff', 'status'])
      rig.git('config', `alias.${command}`, `!${program}`)
    rig.write('.gitattributes', 'a.txt diff=converted merge=evil\nb.txt diff=drawn\n')
    rig.write('a.txt', 'one\nthree\n')
    rig.write('b.txt', 'two\n')
    await look('a.txt')
    await look('b.txt')
    expect(hasRun()).toBe(false)
    expect((await rig.hunksOf('a.txt'))[0]?.lines).toEqual([' one', '-two', '+three'])
  })

  it.each(['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'diff.evil.textconv'])(
    'is refused without trust where %s names a program, with a sentence',
    async (setting) => {
      const { program, hasRun } = trap()
      rig.git('config', setting, program)
      rig.write('.gitattributes', '*.txt filter=evil diff=evil\n')
      rig.write('a.txt', 'one\nthree\n')
      rig.project.trusted = false
      await expect(rig.list()).rejects.toThrow(setting)
      await expect(rig.changes.log(PROJECT, 10, rig.signal)).rejects.toThrow(setting)
      expect(hasRun()).toBe(false)
    },
  )

  it('fetches nothing for submodules, whatever their addresses and names are', async () => {
    const urls = ['ext::sh -c touch% ran', '--upload-pack=touch ran', '-u./evil', 'file:///etc']
    const modules = urls.map((url, at) => `[submodule "-s${at}"]\n\tpath = sub${at}\n\turl = ${url}\n`)
    rig.write('.gitmodules', modules.join(''))
    for (const at of urls.keys()) {
      mkdirSync(join(rig.folder, `sub${at}`))
      rig.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub${at}`)
    }
    rig.git('config', 'submodule.recurse', 'true')
    await look('a.txt')
    const names = urls.map((_, at) => `submodule sub${at}`)
    expect((await rig.names()).toSorted()).toEqual([...names, 'untracked .gitmodules'])
    expect(existsSync(join(rig.folder, 'ran'))).toBe(false)
    expect(readdirSync(join(rig.folder, 'sub0'))).toEqual([])
    rig.write('.gitmodules', `${modules[0]}\tupdate = !touch ran\n`)
    await expect(rig.list()).rejects.toThrow('Git refused: invalid value for')
    expect(existsSync(join(rig.folder, 'ran'))).toBe(false)
  })
})

describe('a file that attributes rewrite', () => {
  it('in another encoding is shown, and a rejection leaves no half of it behind', async () => {
    const words = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    rig.write('.gitattributes', 'wide.txt text working-tree-encoding=UTF-16\n')
    rig.write('wide.txt', words('one\ntwo\n'))
    commitAll('wide')
    const mine = words('one\nthree\n')
    rig.write('wide.txt', mine)
    await rig.list()
    const before = Buffer.from(rig.read('wide.txt'))
    const rejected = await rig.reject('wide.txt', 0).then(
      () => true,
      () => false,
    )
    // Either git's text was written back as a whole, or nothing was touched.
    const after = Buffer.from(rig.read('wide.txt'))
    expect(after.equals(before) || rig.git('status', '--porcelain').trim() === '').toBe(true)
    expect([true, false]).toContain(rejected)
  })

  it('in an encoding that does not exist is refused by git with its reason, and stays as it is', async () => {
    rig.write('.gitattributes', 'odd.txt text working-tree-encoding=NOT-AN-ENCODING\n')
    rig.write('odd.txt', 'one\n')
    await rig.list()
    await expect(rig.changes.stage(PROJECT, [{ path: 'odd.txt' }], rig.signal)).rejects.toThrow(/odd\.txt/)
    expect(rig.read('odd.txt')).toBe('one\n')
  })

  it('with ident keeps its line when a hunk beside it is rejected', async () => {
    rig.write('.gitattributes', '*.id ident\n')
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`)
    rig.write('a.id', `$Id$\n${lines.join('\n')}\n`)
    commitAll('ident')
    rig.git('checkout-index', '--force', 'a.id')
    const first = rig.read('a.id').split('\n')[0] ?? ''
    rig.write('a.id', `${first}\n${lines.join('\n').replace('line 15', 'mine')}\n`)
    await rig.reject('a.id', 0)
    expect(rig.read('a.id')).toBe(`${first}\n${lines.join('\n')}\n`)
  })
})

describe('names that others choose', () => {
  const WILD = '\u001b]0;owned\u0007\u202eevil\u2066\u200b'
  it('stay short and cannot make up a field in the log and in the blame', async () => {
    rig.write('.mailmap', `${WILD} Trusted <trusted@tide> <a@b>\n${'x <y@z>\n'.repeat(2_000)}`)
    rig.write('a.txt', 'one\nauthor Trusted\nsummary fine\n\tindented\n')
    rig.git('add', '.')
    const author = `${WILD}${'a'.repeat(100_000)} <x@y>`
    rig.git('commit', '-q', `--author=${author}`, '-m', `${WILD}${'s'.repeat(60_000)}`)
    const { commits } = await rig.changes.log(PROJECT, 10, rig.signal)
    expect(commits.map(({ parents }) => parents.length)).toEqual([1, 0])
    expect([commits[0]?.author.length, commits[0]?.subject.length]).toEqual([200, 1_000])
    expect(commits[0]?.author).toContain('\u202eevil\u2066')
    const { lines, ranges } = await rig.changes.blame(PROJECT, 'a.txt', rig.signal)
    expect(lines).toEqual(['one', 'author Trusted', 'summary fine', '\tindented'])
    expect(ranges.map(({ subject }) => subject.length)).toEqual([5, 1_000])
    expect(ranges[1]?.author.length).toBe(200)
  })

  it('of tags and branches like options or with odd signs are listed as names', async () => {
    for (const name of ['--exec=touch', '-x', '潮\u202e汐'])
      rig.git('update-ref', `refs/tags/${name}`, 'HEAD')
    for (let at = 0; at < 200; at += 1) rig.git('update-ref', `refs/tags/many${at}`, 'HEAD')
    const { commits } = await rig.changes.log(PROJECT, 10, rig.signal)
    expect(commits[0]?.refs).toHaveLength(50)
    rig.git('update-ref', 'refs/heads/--upload-pack=x', 'HEAD')
    const { branches } = await rig.changes.branches(PROJECT, rig.signal)
    expect(branches.map(({ name }) => name)).toContain('--upload-pack=x')
    rig.write('-rf', 'x\n')
    rig.write('--output=a.txt', 'x\n')
    rig.write(':(top)x', 'x\n')
    expect(await rig.names()).toEqual(['untracked --output=a.txt', 'untracked -rf', 'untracked :(top)x'])
    for (const path of ['-rf', '--output=a.txt', ':(top)x']) {
      expect((await rig.hunksOf(path))[0]?.lines).toEqual(['+x'])
      await rig.changes.stage(PROJECT, [{ path }], rig.signal)
    }
    expect(rig.read('a.txt')).toBe('one\ntwo\n')
    expect(rig.git('diff', '--cached', '--name-only').split('\n').filter(Boolean)).toHaveLength(3)
  })
})
