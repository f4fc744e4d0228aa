import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pdfWith } from '../../../test/support/data/any-pdf.ts'
import { openPageFolder as open } from '../../../test/support/rigs/knowledge/page-folder-rig.ts'

describe('a folder of pages', () => {
  it('keeps the tags and the place the person gave a page when its file changes', async () => {
    const { put, add, noticed, pageOf, pages } = open()
    put('tides.md', '---\ntags: [sea, old]\n---\nTwice a day.\n')
    await add()
    const { id } = pageOf('tides.md')
    pages.bulk([id], { act: 'tag', tag: 'mine' })
    pages.bulk([id], { act: 'untag', tag: 'sea' })
    pages.bulk([id], { act: 'move', to: { level: 'user' } })
    put('tides.md', '---\ntags: [sea, new]\n---\nAbout twice a day.\n')
    await noticed()
    expect(pageOf('tides.md')).toMatchObject({ tags: ['new', 'mine'], scope: { level: 'user' } })
    expect(pageOf('tides.md').source?.standing).toBe('follows')
  })

  it('becomes pages with titles and tags, and its links lead to files', async () => {
    const { put, add, titles, reading, pageOf, folders } = open()
    put('guide/start.md', '---\ntitle: Begin\ntags: [sea, "a b"]\n---\nSee [the locks](../locks.md).\n')
    put('locks.md', '# Sea locks\nHalf past four.\n')
    put('notes.txt', 'Only words.')
    put('tides.pdf', pdfWith(['The tide turns at noon.']))
    put('.hidden/no.md', 'no')
    put('picture.png', 'no')
    await add()
    expect(titles()).toEqual([
      'Begin · guide/start.md · follows',
      'Sea locks · locks.md · follows',
      'notes · notes.txt · follows',
      'tides · tides.pdf · follows',
    ])
    expect(reading.detail(pageOf('tides.pdf').id).body).toContain('The tide turns at noon.')
    const start = reading.detail(pageOf('guide/start.md').id)
    expect([start.page.tags, start.linksTo[0]?.page?.title]).toEqual([['sea', 'a b'], 'Sea locks'])
    expect(folders.list()[0]).toMatchObject({ state: 'following', done: 4, total: 4, refused: { count: 0 } })
  })

  it('follows its files when they change, go, and get other names', async () => {
    const { put, add, titles, noticed, root, pageOf, reading, reads } = open()
    put('a.md', '# A\none')
    put('b.md', '# B\ntwo')
    put('c.md', '# C\nthree')
    await add()
    const moved = pageOf('c.md').id
    put('a.md', '# A\nchanged')
    rmSync(join(root, 'b.md'))
    renameSync(join(root, 'c.md'), join(root, 'd.md'))
    await noticed()
    expect(titles()).toEqual(['A · a.md · follows', 'C · d.md · follows'])
    expect([pageOf('d.md').id, reading.detail(pageOf('a.md').id).body]).toEqual([moved, '# A\nchanged'])
    const before = reads()
    await noticed()
    expect(reads()).toBe(before)
  })

  it('never overwrites what the person changed, and takes the words of the file when told to', async () => {
    const { put, add, noticed, root, pageOf, pages, reading, folders } = open()
    put('a.md', '# A\none')
    put('b.md', '# B\none')
    await add()
    const { id } = pageOf('a.md')
    for (const page of [id, pageOf('b.md').id])
      pages.edit(page, { title: 'Mine', body: 'My words.', tags: [] })
    put('a.md', '# A\ntwo')
    rmSync(join(root, 'b.md'))
    await noticed()
    expect([reading.detail(id).body, pageOf('a.md').source?.standing]).toEqual(['My words.', 'changed'])
    expect(pageOf('b.md').source?.standing).toBe('gone')
    await folders.takeFile(id, new AbortController().signal)
    expect([reading.detail(id).body, pageOf('a.md').source?.standing]).toEqual(['# A\ntwo', 'follows'])
  })

  it('names what it passes over, and reads the rest', async () => {
    const { put, add, titles, root, refused } = open()
    put('good.md', 'good')
    put('large.md', 'x'.repeat(5 * 1024 * 1024))
    put('latin.md', new Uint8Array([0x67, 0xfc, 0x6e]))
    put('broken.pdf', '%PDF-1.4 and nothing more')
    put('key.md', `The key is sk-${'a'.repeat(24)}.`)
    symlinkSync('/etc/hostname', join(root, 'out.txt'))
    await add()
    expect(titles()).toEqual(['good · good.md · follows'])
    expect(refused()).toEqual([
      'broken.pdf broken_pdf',
      'key.md secret',
      'large.md too_large',
      'latin.md not_utf8',
      'out.txt outside',
    ])
  })

  it('keeps its pages when it is not there or empty, as a drive that was taken out', async () => {
    const { put, add, titles, noticed, root, folders } = open()
    put('a.md', '# A\none')
    await add()
    rmSync(join(root, 'a.md'))
    await noticed()
    rmSync(root, { recursive: true })
    await noticed()
    expect([titles(), folders.list()[0]?.state]).toEqual([['A · a.md · follows'], 'missing'])
  })

  it('goes on where it was stopped, and does not bring back what the person deleted', async () => {
    const { put, add, titles, pages, pageOf, folders, again } = open()
    put('a.md', '# A\none')
    put('b.md', '# B\ntwo')
    const id = await add()
    pages.bulk([pageOf('a.md').id], { act: 'remove' })
    folders.stop(id)
    expect(folders.list()[0]?.state).toBe('stopped')
    put('c.md', '# C\nthree')
    const later = again()
    later.start()
    await later.idle()
    expect(titles()).toEqual(['B · b.md · follows'])
    later.again(id)
    await later.idle()
    expect(titles()).toEqual(['B · b.md · follows', 'C · c.md · follows'])
    later.drop(id)
    expect(titles()[0]).toMatch(/^B · .*\/b\.md · apart$/)
  })
})
