import { appendFile, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { pdfWith } from '../../../../test/support/data/any-pdf.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('reading a file', () => {
  it('numbers the lines and remembers what was seen', async () => {
    const project = await openToolProject({ 'src/a b.ts': 'one\r\ntwo\n' })
    const { text, details } = await project.run('read', { path: 'src/a b.ts' })
    expect([text, details]).toEqual([
      '     1\tone\n     2\ttwo\n(end of file)',
      { kind: 'read', path: 'src/a b.ts', from: 1, lines: 2, total: 2 },
    ])
    expect(project.context.reads.seen(project.at('src/a b.ts'))?.size).toBe(9)
  })

  it('shows a page and says how to go on', async () => {
    const project = await openToolProject({
      a: Array.from({ length: 10 }, (_, at) => `line ${at + 1}`).join('\n'),
    })
    const { text } = await project.run('read', { path: 'a', offset: 4, limit: 2 })
    expect(text).toBe('     4\tline 4\n     5\tline 5\n(lines 4-5 of 10; continue with offset 6)')
  })

  it.each<[string, string | Uint8Array, RegExp]>([
    ['an empty file', '', /^\(the file is empty\)$/],
    ['a marked file', '\ufeffhi', /^ {5}1\thi\n\(UTF-8 with a byte order mark\)\n\(end of file\)$/],
    ['UTF-16', Buffer.from('\ufeffhi 中', 'utf16le'), /^ {5}1\thi 中\n\(UTF-16, little-endian\)\n/],
    ['Latin-1', Buffer.from('caf\xe9', 'latin1'), /^ {5}1\tcafé\n\(not UTF-8; shown as Latin-1/],
    [
      'a very long line',
      'x'.repeat(5000),
      /^ {5}1\tx{2000} … \(line cut\)\n\(line 1 has 5000 characters; read on with offset 1 and column 2001\)\n/,
    ],
  ])('shows %s', async (_, content, expected) => {
    const project = await openToolProject({ a: content })
    expect((await project.run('read', { path: 'a' })).text).toMatch(expected)
  })

  it('says when the page starts past the end', async () => {
    const project = await openToolProject({ a: 'x\n' })
    expect((await project.run('read', { path: 'a', offset: 5 })).text).toBe(
      '(the file has 1 line; line 5 is past its end)',
    )
  })

  it('hands a picture to the model as a file', async () => {
    const project = await openToolProject({ 'a.png': PNG })
    const { files } = await project.run('read', { path: 'a.png' })
    expect(files).toEqual([{ blobId: 'blb_00000000', mime: 'image/png', name: 'a.png' }])
    expect(project.blobs.get('blb_00000000')?.data).toEqual(PNG)
  })

  it('shows the text of a PDF by pages', async () => {
    const project = await openToolProject({ 'a.pdf': pdfWith(['Gauge 7', 'stands at 8']) })
    const { text, details } = await project.run('read', { path: 'a.pdf' })
    expect(text).toBe(
      '     1\t--- page 1 of 1 ---\n     2\tGauge 7\n     3\tstands at 8\n(the text of a PDF)\n(end of file)',
    )
    expect(details).toMatchObject({ kind: 'read', from: 1, lines: 3, total: 3 })
    expect((await project.run('read', { path: 'a.pdf', offset: 3 })).text).toMatch(/^ {5}3\tstands at 8\n/)
    // It cannot be edited as a text.
    expect(project.context.reads.seen(project.at('a.pdf'))).toBeNull()
  })

  it('says why a PDF has no text', async () => {
    const project = await openToolProject({
      'locked.pdf': pdfWith(['x'], { locked: true }),
      'broken.pdf': '%PDF-1.4 no more',
      'scan.pdf': pdfWith([]),
    })
    const why = (path: string) => project.run('read', { path }).then(() => '', String)
    expect(await why('locked.pdf')).toContain('locked.pdf is a PDF with a password.')
    expect(await why('broken.pdf')).toContain('cannot be read')
    expect(await why('scan.pdf')).toContain('is a PDF of 1 pages without text')
  })

  it('refuses other binary files with their size and kind', async () => {
    const project = await openToolProject({ 'a.zip': Buffer.from('PK\x03\x04\0\0\0') })
    await expect(project.run('read', { path: 'a.zip' })).rejects.toThrow(
      /a binary file \(ZIP archive.*\) of 7 bytes/,
    )
  })

  it('says where a file ends that is read from its middle', async () => {
    const project = await openToolProject({ a: 'one\ntwo\nthree\n' })
    const { text } = await project.run('read', { path: 'a', offset: 2 })
    expect(text).toBe('     2\ttwo\n     3\tthree\n(lines 2-3 of 3; end of file)')
  })

  it('shows at most 50,000 characters and reads on where it stopped', async () => {
    const lines = Array.from({ length: 6000 }, (_, at) => `${at + 1} ${'x'.repeat(40)}`)
    const project = await openToolProject({ a: lines.join('\n') })
    const seen: string[] = []
    let offset = 1
    for (let pages = 0; pages < 20 && offset > 0; pages += 1) {
      const { text } = await project.run('read', { path: 'a', offset, limit: 10_000 })
      expect(text.length).toBeLessThan(50_300)
      seen.push(...text.split('\n').flatMap((row) => /^ *\d+\t(.*)$/.exec(row)?.[1] ?? []))
      offset = Number(/continue with offset (\d+)/.exec(text)?.[1] ?? 0)
    }
    expect(seen).toEqual(lines)
  })

  it('reads one very long line in pages', async () => {
    const line = Array.from({ length: 30_000 }, (_, at) => `${at}🌊,`).join('')
    const project = await openToolProject({ a: `first\n${line}\nlast` })
    let seen = ''
    let column = 1
    for (let pages = 0; pages < 20 && column > 0; pages += 1) {
      const { text } = await project.run('read', { path: 'a', offset: 2, column })
      seen += /^ {5}2\t(.*?)( … \(line cut\))?$/m.exec(text)?.[1] ?? ''
      column = Number(/offset 2 and column (\d+)/.exec(text)?.[1] ?? 0)
    }
    expect(seen === line).toBe(true)
  })

  it('lists a folder and points to nothing for nothing', async () => {
    const project = await openToolProject({ 'src/a': '' })
    expect((await project.run('read', { path: 'src' })).text).toBe('src:\na  0 bytes')
    await expect(project.run('read', { path: 'b' })).rejects.toThrow('b does not exist.')
  })

  it('lists no folder that a rule keeps from being listed', async () => {
    const rules = [{ tool: 'list', pattern: 'src/**', action: 'deny' as const }]
    const project = await openToolProject({ 'src/lib/a': '' }, { rules })
    expect(await project.verdict('read', { path: 'src/lib' })).toBe('deny')
    expect(await project.verdict('read', { path: 'src/lib/a' })).toBe('allow')
  })

  it.skipIf(process.platform === 'win32')('refuses a pipe without opening it', async () => {
    const project = await openToolProject()
    await project.run('bash', { command: 'mkfifo pipe' })
    await expect(project.run('read', { path: 'pipe' })).rejects.toThrow(/not an ordinary file/)
  })

  it('shows a page of a huge file without a stamp for edits', async () => {
    const project = await openToolProject()
    await writeFile(project.at('huge'), 'ü line\n')
    for (let part = 0; part < 12; part += 1) await appendFile(project.at('huge'), 'ü line\n'.repeat(150_000))
    const { text } = await project.run('read', { path: 'huge', offset: 1_800_001, limit: 5 })
    expect(text).toMatch(
      /^1800001\tü line\n\(the file has 13\.\d MB and is too large for edit and write\)\n\(lines 1800001-1800001 of 1800001; end of file\)$/,
    )
    expect(project.context.reads.seen(project.at('huge'))).toBeNull()
  })

  it('knows when a link leads outside', async () => {
    const project = await openToolProject()
    await writeFile(`${project.parent}/secret`, 'x')
    await symlink(`${project.parent}/secret`, project.at('link'))
    const { acts } = await project.plan('read', { path: 'link' })
    expect(acts).toMatchObject([
      { access: 'read', outside: true, target: expect.stringMatching(/\/secret$/) },
    ])
  })
})
