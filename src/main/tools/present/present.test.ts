import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')

describe('handing a file to the person', () => {
  it.each<[string, string | Uint8Array, string, string]>([
    ['a report', '# 潮汐\n', 'docs/潮汐.md', 'text'],
    ['a picture, whatever its name', PNG, 'chart.txt', 'picture'],
    ['a PDF', '%PDF-1.4\n', 'tide.PDF', 'document'],
    ['a program', Buffer.from('\x7fELF\0', 'latin1'), 'tide', 'other'],
    ['a program with the name of a text', Buffer.from('MZ\0', 'latin1'), 'tide.txt', 'other'],
  ])('keeps %s byte for byte', async (_, content, path, preview) => {
    const project = await openToolProject({ [path]: content })
    const { details, outputBlob, isError } = await project.run('present_file', { path })
    const bytes = Buffer.from(content)
    expect([isError, details]).toEqual([
      false,
      { kind: 'file', path, name: path.split('/').at(-1), size: bytes.length, preview },
    ])
    expect(project.blobs.get(`${outputBlob}`)?.data).toEqual(bytes)
  })

  it('notes the character set of a text that is not UTF-8', async () => {
    const bytes = iconv.encode('潮汐表：今天八点涨潮，明天九点涨潮。\n'.repeat(5), 'gb18030')
    const project = await openToolProject({ 'tide.txt': bytes })
    const { details } = await project.run('present_file', { path: 'tide.txt' })
    expect(details).toMatchObject({ preview: 'text', charset: 'gb18030' })
  })

  it('says nothing of the content to the model', async () => {
    const project = await openToolProject({ 'note.txt': 'tide at eight' })
    expect(await project.run('present_file', { path: 'note.txt' })).toMatchObject({
      text: 'note.txt (13 bytes) is shown to the person.',
    })
  })

  it('is judged like reading the file', async () => {
    const rules = [{ tool: 'read', pattern: 'secret/**', action: 'deny' as const }]
    const project = await openToolProject({ 'secret/key': 'x', 'open/key': 'x' }, { rules })
    await writeFile(`${project.parent}/outside`, 'x')
    await symlink(`${project.parent}/outside`, project.at('link'))
    const verdicts = ['open/key', 'secret/key', 'link', '../outside'].map((path) =>
      project.verdict('present_file', { path }),
    )
    expect(await Promise.all(verdicts)).toEqual(['allow', 'deny', 'ask', 'ask'])
  })

  it('refuses folders, files that are not there and very large ones', async () => {
    const project = await openToolProject({ large: '' })
    await mkdir(project.at('folder'))
    await truncate(project.at('large'), 26 * 1024 * 1024)
    const why = (path: string) => project.run('present_file', { path }).then(() => '', String)
    expect(await why('folder')).toContain('folder is a folder. Pack it into one file first.')
    expect(await why('gone')).toContain('gone does not exist.')
    expect(await why('large')).toContain('large has 26.0 MB; at most 25 MB can be handed over.')
  })
})
