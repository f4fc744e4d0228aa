import { appendFile, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/tool-project.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('reading a file', () => {
  it('numbers the lines and remembers what was seen', async () => {
    const project = await openToolProject({ 'src/a b.ts': 'one\r\ntwo\n' })
    const { text, details } = await project.run('read', { path: 'src/a b.ts' })
    expect([text, details]).toEqual([
      '     1\tone\n     2\ttwo',
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
    ['a marked file', '\ufeffhi', /^ {5}1\thi\n\(UTF-8 with a byte order mark\)$/],
    ['UTF-16', Buffer.from('\ufeffhi 中', 'utf16le'), /^ {5}1\thi 中\n\(UTF-16, little-endian\)$/],
    ['Latin-1', Buffer.from('caf\xe9', 'latin1'), /^ {5}1\tcafé\n\(not UTF-8; shown as Latin-1/],
    ['a very long line', 'x'.repeat(5000), /^ {5}1\tx{2000} … \(line cut\)$/],
  ])('shows %s', async (_, content, expected) => {
    const project = await openToolProject({ a: content })
    expect((await project.run('read', { path: 'a' })).text).toMatch(expected)
  })

  it('says when the page starts past the end', async () => {
    const project = await openToolProject({ a: 'x\n' })
    expect((await project.run('read', { path: 'a', offset: 5 })).text).toBe(
      '(the file has 1 lines; line 5 is past its end)',
    )
  })

  it('hands a picture to the model as a file', async () => {
    const project = await openToolProject({ 'a.png': PNG })
    const { files } = await project.run('read', { path: 'a.png' })
    expect(files).toEqual([{ blobId: 'blb_00000000', mime: 'image/png', name: 'a.png' }])
    expect(project.blobs.get('blb_00000000')?.data).toEqual(PNG)
  })

  it('refuses other binary files with their size and kind', async () => {
    const project = await openToolProject({ 'a.zip': Buffer.from('PK\x03\x04\0\0\0') })
    await expect(project.run('read', { path: 'a.zip' })).rejects.toThrow(
      /a binary file \(ZIP archive.*\) of 7 bytes/,
    )
  })

  it('points to list for a folder and to nothing for nothing', async () => {
    const project = await openToolProject({ 'src/a': '' })
    await expect(project.run('read', { path: 'src' })).rejects.toThrow('src is a folder. Use list')
    await expect(project.run('read', { path: 'b' })).rejects.toThrow('b does not exist.')
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
    expect(text).toMatch(/^1800001\tü line\n\(the file has 13\.\d MB and is too large for edit and write\)$/)
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
