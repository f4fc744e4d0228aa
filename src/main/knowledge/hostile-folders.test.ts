import { closeSync, openSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pdfWith } from '../../../test/support/data/any-pdf.ts'
import { openPageFolder } from '../../../test/support/rigs/knowledge/page-folder-rig.ts'
import { readPageFile } from './reading/read-page-file.ts'
import { type Scan, scanFolder } from './reading/scan-folder.ts'

const at = (file: string) => `${file} · follows`

describe('what is in a folder', () => {
  it('is named and passed over where it is no page, whatever it calls itself', async () => {
    const { put, add, root, titles, refused } = openPageFolder()
    put('good.md', 'good')
    put('picture.md', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]))
    put('nul.txt', 'one\0two')
    put('text.pdf', 'no PDF at all')
    put('locked.pdf', pdfWith(['Nobody reads this.'], { locked: true }))
    put('cut.pdf', pdfWith(['The tide turns.']).subarray(0, 60))
    const huge = join(root, 'huge.md')
    closeSync(openSync(huge, 'w'))
    truncateSync(huge, 200 * 1024 * 1024)
    symlinkSync('.', join(root, 'loop'))
    symlinkSync('..', join(root, 'up.md'))
    symlinkSync('round.md', join(root, 'round.md'))
    await add()
    expect(titles()).toEqual([`good · ${at('good.md')}`])
    expect(refused()).toEqual([
      'cut.pdf broken_pdf',
      'huge.md too_large',
      'locked.pdf locked_pdf',
      'nul.txt not_utf8',
      'picture.md not_utf8',
      'round.md unreadable',
      'text.pdf broken_pdf',
      'up.md outside',
    ])
  })

  it('keeps its names as they are, and has titles that are what they look like', async () => {
    const { put, add, titles, refused } = openPageFolder()
    put('a b/中文 说明.md', 'words')
    put('invoice\u202edm.exe.md', 'words')
    put('re\u200bport.md', '# \u2066Re\u200bport\ufeff\nwords')
    put("quo'te%20#[x].md", 'words')
    put(`${'long '.repeat(40)}.md`, 'words')
    await add()
    expect(refused()).toEqual([])
    expect(titles()).toEqual(
      [
        `Report · ${at('re\u200bport.md')}`,
        `invoicedm.exe · ${at('invoice\u202edm.exe.md')}`,
        `${'long '.repeat(40).trim()} · ${at(`${'long '.repeat(40)}.md`)}`,
        `quo'te%20#[x] · ${at("quo'te%20#[x].md")}`,
        `中文 说明 · ${at('a b/中文 说明.md')}`,
      ].sort(),
    )
  })

  it('is read when it has come to rest', async () => {
    let writes = true
    const read = async (path: string) =>
      writes ? ({ ok: false, why: 'changing' } as const) : readPageFile(path)
    const { put, add, noticed, titles, refused } = openPageFolder({ read })
    put('a.md', 'words')
    await add()
    expect([titles(), refused()]).toEqual([[], ['a.md changing']])
    writes = false
    await noticed()
    expect([titles(), refused()]).toEqual([[`a · ${at('a.md')}`], []])
  })
})

describe('nothing is taken away', () => {
  it('of an inner folder that cannot be looked into', async () => {
    let isLocked = false
    const scan = async (path: string, signal: AbortSignal): Promise<Scan | null> => {
      const seen = await scanFolder(path, signal)
      if (seen === null || !isLocked) return seen
      const files = seen.files.filter(({ file }) => !file.startsWith('inner/'))
      return { ...seen, files, refused: [{ file: 'inner', why: 'unreadable' }] }
    }
    const { put, add, noticed, titles, refused, root } = openPageFolder({ scan })
    for (const file of ['a.md', 'b.md', 'inner/c.md', 'inner/deep/d.md', 'inner 2/e.md']) put(file, file)
    await add()
    isLocked = true
    rmSync(join(root, 'b.md'))
    rmSync(join(root, 'inner 2'), { recursive: true })
    await noticed()
    expect(titles()).toEqual([`a · ${at('a.md')}`, `c · ${at('inner/c.md')}`, `d · ${at('inner/deep/d.md')}`])
    expect(refused()).toEqual(['inner unreadable'])
  })

  it('when the folder goes away while it is read, and the rest is read when it is back', async () => {
    let gone = false
    let vanish = () => {}
    const read = async (path: string) => {
      if (gone && path.endsWith('b.md')) vanish()
      return readPageFile(path)
    }
    const { put, add, again, noticed, titles, root, folders } = openPageFolder({ read })
    const names = ['a.md', 'b.md', 'c.md']
    for (const file of names) put(file, 'old words')
    await add()
    vanish = () => renameSync(root, `${root} gone`)
    gone = true
    for (const file of names) writeFileSync(join(root, file), `new words of ${file}`)
    await noticed()
    expect([titles(), folders.list()[0]?.state]).toEqual([
      [`a · ${at('a.md')}`, `b · ${at('b.md')}`, `c · ${at('c.md')}`],
      'missing',
    ])
    gone = false
    renameSync(`${root} gone`, root)
    const later = again()
    later.start()
    await later.idle()
    expect([titles(), later.list()[0]?.state]).toEqual([
      names.map((file) => `${file[0]} · ${at(file)}`),
      'following',
    ])
  })
})
