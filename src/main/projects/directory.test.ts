import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browserAt } from '../../../test/support/rigs/directory-rig.ts'
import { type FolderReader, folderReader } from './folder-reader.ts'

const never = new AbortController().signal
const posix = process.platform !== 'win32'
let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'orrery 目录-')))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const open = (reader: Partial<FolderReader> = {}, more: Parameters<typeof browserAt>[2] = {}) =>
  browserAt(root, reader, more)
const folder = (...names: string[]) => mkdir(join(root, ...names), { recursive: true })
const file = async (text: string, ...names: string[]) => {
  await folder(...names.slice(0, -1))
  await writeFile(join(root, ...names), text)
}
const systemError = (code: string) => Object.assign(new Error(code), { code })
const all = { showHidden: false, offset: 0, limit: 500 }

describe('listing a folder', () => {
  it('shows folders only, sorted as a person counts, with what tells them apart', async () => {
    for (const name of ['part 10', 'Part 2', 'part 1', '资料', '.hidden', 'api/src']) await folder(name)
    await file('{"name": "@me/api", "secret": "never shown"}', 'api', 'package.json')
    await file('ref: refs/heads/main\n', 'api', '.git', 'HEAD')
    await file('text', 'notes.txt')
    const listing = await open({}, { registered: join(root, 'api') }).list({ path: '~', ...all }, never)
    expect(listing).toMatchObject({ path: root, total: 5, nextOffset: null })
    expect(listing.crumbs.at(-1)).toEqual({ name: expect.stringContaining('目录'), path: root })
    expect(listing.entries.map(({ name }) => name)).toEqual(['api', 'part 1', 'Part 2', 'part 10', '资料'])
    expect(listing.entries[0]).toEqual({
      name: 'api',
      path: join(root, 'api'),
      hidden: false,
      hasChildren: true,
      denied: false,
      link: false,
      modifiedAt: expect.any(Number),
      branch: 'main',
      packageName: '@me/api',
      registered: true,
    })
    expect(listing.entries[1]).toMatchObject({ hasChildren: false, branch: null, registered: false })
    expect(JSON.stringify(listing)).not.toContain('never shown')
  })

  it('shows hidden folders when asked, and counts them as children only then', async () => {
    await folder('code', '.cache')
    await folder('.config')
    const browser = open()
    const shown = async (showHidden: boolean) =>
      (await browser.list({ path: root, ...all, showHidden }, never)).entries.map(
        ({ name, hidden, hasChildren }) => [name, hidden, hasChildren],
      )
    expect(await shown(false)).toEqual([['code', false, false]])
    expect(await shown(true)).toEqual([
      ['.config', true, false],
      ['code', false, true],
    ])
  })

  it('gives ten thousand folders page by page, each once, and looks into one page only', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => ({
      name: `项目 ${10_000 - index}`,
      kind: 'folder' as const,
    }))
    let looks = 0
    const browser = open({
      items: async () => names,
      real: async (path) => path,
      look: async () => {
        looks += 1
        return { folder: true, file: false, modifiedAt: 1, identity: '1:1' }
      },
      someItems: async function* () {},
      bytes: async () => null,
    })
    const seen: string[] = []
    let offset: number | null = 0
    while (offset !== null) {
      looks = 0
      const page = await browser.list({ path: root, showHidden: false, offset, limit: 500 }, never)
      seen.push(...page.entries.map(({ name }) => name))
      expect(page.total).toBe(10_000)
      expect(looks).toBeLessThan(510)
      offset = page.nextOffset
    }
    expect(seen).toEqual(Array.from({ length: 10_000 }, (_, index) => `项目 ${index + 1}`))
    const past = await browser.list({ path: root, showHidden: false, offset: 20_000, limit: 5 }, never)
    expect(past).toMatchObject({ entries: [], nextOffset: null })
  })

  it('marks a folder that cannot be read, and shows the others', async () => {
    await folder('closed')
    await folder('open', 'inside')
    const { entries } = await open({
      someItems: (path, most) => {
        if (path.endsWith('closed')) throw systemError('EACCES')
        return folderReader.someItems(path, most)
      },
    }).list({ path: root, ...all }, never)
    expect(entries.map(({ name, denied, hasChildren }) => [name, denied, hasChildren])).toEqual([
      ['closed', true, null],
      ['open', false, true],
    ])
  })

  it('shows a folder bare when its disk does not answer', async () => {
    await folder('stale')
    const { entries } = await open({
      look: (path) => (path.endsWith('stale') ? new Promise(() => {}) : folderReader.look(path)),
    }).list({ path: root, ...all }, never)
    expect(entries).toMatchObject([{ name: 'stale', hasChildren: null, modifiedAt: null }])
  }, 10_000)

  it.runIf(posix)('shows links to folders as links, and not links to files or to nothing', async () => {
    await folder('real', 'inside')
    await file('text', 'notes.txt')
    await symlink(join(root, 'real'), join(root, 'a link'))
    await symlink(join(root, 'notes.txt'), join(root, 'b file'))
    await symlink(join(root, 'gone'), join(root, 'c broken'))
    await symlink('d self', join(root, 'd self'))
    const { entries } = await open({}, { registered: join(root, 'real') }).list({ path: root, ...all }, never)
    expect(
      entries.map(({ name, link, hasChildren, registered }) => [name, link, hasChildren, registered]),
    ).toEqual([
      ['a link', true, true, true],
      ['real', false, true, true],
    ])
  })

  it.runIf(posix)('cannot be led round in circles', async () => {
    await folder('a', 'b')
    await symlink(join(root, 'a'), join(root, 'a', 'b', 'back'))
    await symlink('self', join(root, 'self'))
    const browser = open()
    const { entries } = await browser.list({ path: join(root, 'a', 'b'), ...all }, never)
    expect(entries).toMatchObject([{ name: 'back', link: true, hasChildren: false }])
    for (const path of [
      join(root, 'a', 'b', 'back'),
      join(root, 'a', 'b', 'back', 'b', 'back'),
      join(root, 'self'),
    ]) {
      await expect(browser.list({ path, ...all }, never)).rejects.toMatchObject({ code: 'project.loop' })
    }
  })

  it.each([
    ['ENOENT', 'project.not_found'],
    ['ENOTDIR', 'project.not_directory'],
    ['EACCES', 'project.denied'],
    ['EPERM', 'project.denied'],
    ['ELOOP', 'project.loop'],
    ['EIO', 'project.denied'],
  ])('turns %s into %s with a sentence', async (code, expected) => {
    const items = async () => {
      throw systemError(code)
    }
    await expect(open({ items }).list({ path: root, ...all }, never)).rejects.toMatchObject({
      code: expected,
      message: expect.stringContaining('~'),
    })
  })

  it('refuses a path that does not say from where it starts, and a file', async () => {
    await file('text', 'notes.txt')
    for (const path of ['code', './code', '../code', '']) {
      await expect(open().list({ path, ...all }, never)).rejects.toMatchObject({
        code: 'project.not_found',
        message: /^Enter the full path/,
      })
    }
    await expect(open().list({ path: '~/notes.txt', ...all }, never)).rejects.toMatchObject({
      code: 'project.not_directory',
    })
  })

  it('names the folder that was probably meant', async () => {
    await folder('tariff-tables')
    await expect(open().list({ path: '~/tarif-tables', ...all }, never)).rejects.toMatchObject({
      code: 'project.not_found',
      message: `Folder not found: ${join('~', 'tarif-tables')}. Did you mean ${join('~', 'tariff-tables')}?`,
    })
  })

  it('stops when the signal says so', async () => {
    const controller = new AbortController()
    const listing = open({ items: () => new Promise(() => {}) }).list(
      { path: root, ...all },
      controller.signal,
    )
    controller.abort(new Error('closed'))
    await expect(listing).rejects.toThrow('closed')
  })
})

describe('the roots', () => {
  it('are home and the root of the file system', async () => {
    const roots = await open({}, { platform: 'linux' }).roots(never)
    expect(roots.map(({ path }) => path)).toEqual([root, '/'])
  })

  it('are home and the drives that are there on Windows', async () => {
    const look: FolderReader['look'] = async (path) => {
      if (path === 'C:\\' || path === 'Z:\\')
        return { folder: true, file: false, modifiedAt: 0, identity: '1:1' }
      throw systemError('ENOENT')
    }
    const roots = await open({ look }, { platform: 'win32' }).roots(never)
    expect(roots.slice(1)).toEqual([
      { name: 'C:', path: 'C:\\' },
      { name: 'Z:', path: 'Z:\\' },
    ])
  })
})

describe('completing a path', () => {
  it('gives the folders that continue what was typed', async () => {
    for (const name of ['code', 'Coding', 'docs', '.config']) await folder(name)
    await file('text', 'cover.txt')
    await folder('code', 'ledger')
    const complete = async (text: string) =>
      (await open().complete(text, never)).map((path) => path.slice(root.length + 1).replaceAll('\\', '/'))
    expect(await complete('~/co')).toEqual(['code', 'Coding'])
    expect(await complete('~/Co')).toEqual(['Coding', 'code'])
    expect(await complete('~/.c')).toEqual(['.config'])
    expect(await complete('~/code/')).toEqual(['code/ledger'])
    expect(await complete('~')).toEqual(['code', 'Coding', 'docs'])
    for (const text of ['', 'co', '~/nothing/x', '~/cover.txt/']) expect(await complete(text)).toEqual([])
  })

  it('gives no more than fifty', async () => {
    const items = async () =>
      Array.from({ length: 400 }, (_, index) => ({ name: `n${index}`, kind: 'folder' as const }))
    expect(await open({ items }).complete('~/', never)).toHaveLength(50)
  })
})
