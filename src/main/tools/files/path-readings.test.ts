import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { meantPath } from './path-readings.ts'

const FILES = {
  'src/a.ts': '1',
  'src/sub/b.ts': '2',
  'README.md': '3',
  'my file.txt': '4',
  'lib/x.ts': '',
  'lib/X.ts': '',
}

async function meaning(given: string, need: 'file' | 'new' = 'file') {
  const { root, parent } = await openToolProject(FILES)
  const path_ = given.replace('ROOT', root)
  return await meantPath(path_, need, { root, flavour: { path, home: parent } })
}

describe('a path that leads nowhere', () => {
  it.each([
    [' src/a.ts\n', 'src/a.ts'],
    ['"src/a.ts"', 'src/a.ts'],
    ['`src/a.ts`', 'src/a.ts'],
    ['/src/a.ts', 'src/a.ts'],
    ['@src/a.ts', 'src/a.ts'],
    ['a/src/a.ts', 'src/a.ts'],
    ['b/src/a.ts', 'src/a.ts'],
    ['project/src/a.ts', 'src/a.ts'],
    ['/project/src/a.ts', 'src/a.ts'],
    ['/home/somebody/project/src/a.ts', 'src/a.ts'],
    ['src\\sub\\b.ts', 'src/sub/b.ts'],
    ['file://ROOT/src/a.ts', 'src/a.ts'],
    ['file:///src/a.ts', 'src/a.ts'],
    ['SRC/A.ts', 'src/a.ts'],
    ['Readme.md', 'README.md'],
    ['/Src/Sub/B.ts', 'src/sub/b.ts'],
    ['src/a.ts:12', 'src/a.ts'],
    ['"My File.txt"', 'my file.txt'],
  ])('is read as the one that is meant: %j', async (given, meant) => {
    expect(await meaning(given)).toBe(meant)
  })

  it.each([
    'src/a.ts',
    './src/a.ts',
    'ROOT/src/a.ts',
    '',
    'src/c.ts',
    'LIB/x.TS',
    '/etc/nothing',
    '../src/a.ts',
    'src/a.ts\0',
    `${'x/'.repeat(2000)}a.ts`,
  ])('stays as it is where it leads somewhere, or no one place is meant: %j', async (given) => {
    expect(await meaning(given)).toBeNull()
  })

  it.each([
    ['"src/new.ts"', 'src/new.ts'],
    ['/src/new.ts', 'src/new.ts'],
    ['src\\new.ts', 'src/new.ts'],
    ['file:///src/new.ts', 'src/new.ts'],
    ['/src/a.ts', 'src/a.ts'],
    ['Src/a.ts', null],
    ['src/A.ts', null],
    ['a/src/new.ts', 'src/new.ts'],
    ['@src/new.ts', 'src/new.ts'],
    ['project/src/new.ts', 'src/new.ts'],
    ['new/new.ts', null],
    ['./a/new.ts', null],
    ['./project/src/new.ts', null],
    ['/./new.ts', null],
  ])('may be that of a new file: %j', async (given, meant) => {
    expect(await meaning(given, 'new')).toBe(meant)
  })

  it.each([
    ['a/new.ts', 'Write new.ts, or ./a/new.ts if that path is meant.'],
    ['b/src/deep/new.ts', 'Write src/deep/new.ts, or ./b/src/deep/new.ts'],
    ['b/deep/new.ts', 'Write deep/new.ts, or ./b/deep/new.ts'],
    ['project/new.ts', 'Write new.ts, or ./project/new.ts'],
    ['@new.ts', 'Write new.ts, or ./@new.ts'],
    ['/new.ts', 'Write new.ts, or /./new.ts'],
    ['/newer/new.ts', 'Write newer/new.ts, or /./newer/new.ts'],
    ['file:///new.ts', 'Write new.ts, or /./new.ts'],
  ])('is asked about where a new file has a doubtful path: %j', async (given, words) => {
    await expect(meaning(given, 'new')).rejects.toThrow(words)
  })

  it('is never read as one outside the project', async () => {
    const { root, parent, at, put } = await openToolProject({ 'src/a.ts': '' })
    await put('../other/secret.txt', 'x')
    await symlink(path.join(parent, 'other'), at('src/other'))
    const scene = { root, flavour: { path, home: parent } }
    for (const given of [
      '@src/other/secret.txt',
      '/src/other/secret.txt',
      '@../other/secret.txt',
      'a/../other/secret.txt',
    ]) {
      expect(await meantPath(given, 'file', scene)).toBeNull()
    }
  })
})
