import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryDisk as diskOf, type MemoryTree as Tree } from '../../../../test/support/disk/memory-disk.ts'
import { type DiscoverInput, discoverRules, RULES_MAX_BYTES } from './discover-rules.ts'

const input = (more: Partial<DiscoverInput> = {}): DiscoverInput => ({
  cwd: '/home/ann/code/app/src',
  projectRoot: '/home/ann/code/app',
  home: '/home/ann',
  userFile: '/home/ann/.orrery/AGENTS.md',
  ...more,
})
const signal = new AbortController().signal
const discover = (tree: Tree, more: Partial<DiscoverInput> = {}, path: typeof posix = posix) =>
  discoverRules(diskOf(tree, path), input(more), signal)
const paths = async (tree: Tree, more: Partial<DiscoverInput> = {}, path: typeof posix = posix) =>
  (await discover(tree, more, path)).files.map((file) => file.path)

describe('where the search ends', () => {
  it('is the nearest Git root', async () => {
    const tree = {
      '/home/ann/code/AGENTS.md': 'above',
      '/home/ann/code/app/.git/HEAD': 'ref',
      '/home/ann/code/app/AGENTS.md': 'root',
      '/home/ann/code/app/src/AGENTS.md': 'near',
    }
    expect((await discover(tree)).files).toEqual([
      {
        path: '/home/ann/code/app/AGENTS.md',
        scope: 'project',
        distance: 1,
        content: 'root',
        truncated: false,
      },
      {
        path: '/home/ann/code/app/src/AGENTS.md',
        scope: 'project',
        distance: 0,
        content: 'near',
        truncated: false,
      },
    ])
  })

  it('is the Git root also when .git is a file', async () => {
    const tree = { '/home/ann/code/AGENTS.md': 'above', '/home/ann/code/app/.git': 'gitdir: elsewhere' }
    expect(await paths(tree)).toEqual([])
  })

  it('is below home without Git, even when home is a repository itself', async () => {
    const tree = {
      '/home/ann/.git/HEAD': 'ref',
      '/home/ann/AGENTS.md': 'home',
      '/home/ann/code/AGENTS.md': 'above',
      '/home/ann/code/app/AGENTS.md': 'app',
    }
    expect(await paths(tree)).toEqual(['/home/ann/code/AGENTS.md', '/home/ann/code/app/AGENTS.md'])
  })

  it('is the project folder outside of home', async () => {
    const tree = { '/srv/AGENTS.md': 'far', '/srv/app/AGENTS.md': 'app', '/srv/app/src/AGENTS.md': 'near' }
    const more = { cwd: '/srv/app/src', projectRoot: '/srv/app' }
    expect(await paths(tree, more)).toEqual(['/srv/app/AGENTS.md', '/srv/app/src/AGENTS.md'])
    expect(await paths(tree, { ...more, projectRoot: null })).toEqual(['/srv/app/src/AGENTS.md'])
    expect(await paths(tree, { ...more, projectRoot: '/other' })).toEqual(['/srv/app/src/AGENTS.md'])
  })

  it('comes at once in home itself', async () => {
    expect(await paths({ '/home/ann/AGENTS.md': 'home' }, { cwd: '/home/ann' })).toEqual([])
  })

  it.each([
    ['a drive', 'C:\\Users\\Ann', 'C:\\Users\\Ann\\项目 一\\app', 'C:\\Users\\Ann\\项目 一'],
    ['another drive than home', 'C:\\Users\\Ann', 'D:\\work\\app', 'D:\\work\\app'],
    ['a share', 'C:\\Users\\Ann', '\\\\server\\share\\app', '\\\\server\\share\\app'],
  ])('is found on %s', async (_, home, cwd, top) => {
    const tree = {
      [`${home}\\AGENTS.md`]: 'home',
      'D:\\AGENTS.md': 'drive',
      [win32.join(top, 'AGENTS.md')]: 'top',
    }
    const more = { cwd, home, projectRoot: cwd, userFile: `${home}\\.orrery\\AGENTS.md` }
    expect(await paths(tree, more, win32)).toEqual([win32.join(top, 'AGENTS.md')])
  })
})

describe('what is read', () => {
  const repository = { '/home/ann/code/app/.git/HEAD': 'ref' }
  const file = '/home/ann/code/app/AGENTS.md'

  it("puts the person's own file first", async () => {
    const found = await discover({ ...repository, [file]: 'project', '/home/ann/.orrery/AGENTS.md': 'mine' })
    expect(found.files).toMatchObject([
      { scope: 'global_user', content: 'mine', distance: 2 },
      { scope: 'project', content: 'project' },
    ])
  })

  it('follows no link out of the project, and says so', async () => {
    const found = await discover({
      ...repository,
      [file]: { linkTo: '/etc/secret' },
      '/etc/secret': 'root:x',
    })
    expect(found).toMatchObject({ files: [], notices: [{ path: file }] })
  })

  it('follows a link inside the project, and reads a file only once', async () => {
    const target = '/home/ann/code/app/docs/rules.md'
    const near = '/home/ann/code/app/src/AGENTS.md'
    const found = await discover({
      ...repository,
      [target]: 'rules',
      [file]: { linkTo: target },
      [near]: { linkTo: target },
    })
    expect(found.files).toMatchObject([{ path: file, content: 'rules' }])
    expect(found.notices).toEqual([])
  })

  it('lets the person link their own file to wherever they keep it', async () => {
    const own = {
      '/home/ann/.orrery/AGENTS.md': { linkTo: '/home/ann/dotfiles/a.md' },
      '/home/ann/dotfiles/a.md': 'x',
    }
    expect((await discover({ ...repository, ...own })).files).toMatchObject([{ content: 'x' }])
  })

  it('stops at the size limit, not in the middle of a character', async () => {
    const found = await discover({ ...repository, [file]: `a${'中'.repeat(RULES_MAX_BYTES)}` })
    expect(found.notices).toEqual([])
    expect(found.files).toMatchObject([{ truncated: true }])
    expect(found.files[0]?.content).toMatch(/^a中+$/)
  })

  it('passes over a file that is not UTF-8, and one it cannot read, and says so', async () => {
    const near = '/home/ann/code/app/src/AGENTS.md'
    const found = await discover({ ...repository, [file]: new Uint8Array([0x41, 0xff, 0xfe]), [near]: null })
    expect(found.files).toEqual([])
    expect(found.notices.map((notice) => notice.message)).toEqual([
      `${file} is not UTF-8 text and was not read.`,
      `${near} could not be read.`,
    ])
  })

  it('turns line endings of Windows into plain ones and drops the byte order mark', async () => {
    const found = await discover({ ...repository, [file]: '\uFEFFone\r\ntwo\r\n' })
    expect(found.files[0]?.content).toBe('one\ntwo\n')
  })

  it('ignores a folder of that name', async () => {
    const found = await discover({ ...repository, [`${file}/readme`]: 'x' })
    expect(found).toEqual({ files: [], notices: [] })
  })
})

it('stops when it is told to', async () => {
  await expect(discoverRules(diskOf({}), input(), AbortSignal.abort(new Error('stop')))).rejects.toThrow(
    'stop',
  )
})
