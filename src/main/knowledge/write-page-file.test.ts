import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { PageId } from '#shared/ids.ts'
import { readPageFile } from './reading/read-page-file.ts'
import { pageFileName, writePageFile, writePageFiles } from './write-page-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a page that was written into a file is read from it as it was', async () => {
  const path = join(folder, 'page.md')
  const word = fc.constantFrom('Tide', '潮汐', '---', '"', "'", '#', ':', '- a', '{', '\\', '🧭', '&x', '*')
  const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
  const body = fc.array(fc.oneof(line, fc.constantFrom('', '---', '```', '# One', '\ttab')), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(line, fc.uniqueArray(word, { maxLength: 4 }), body, async (title, tags, lines) => {
      const text = { title, tags, body: lines.join('\n') }
      await writePageFile({ page: { title, tags }, body: text.body }, path)
      expect(await readPageFile(path)).toMatchObject({ ok: true, text })
    }),
    { numRuns: 60 },
  )
})

it.each([
  ['Sea locks', 'Sea locks.md'],
  ['../../etc/passwd', 'etc passwd.md'],
  ['a:b?\u202e*', 'a b.md'],
  ['...', 'page.md'],
  ['潮汐', '潮汐.md'],
])('a page named %j becomes the file %j', (title, name) => {
  expect(pageFileName(title)).toBe(name)
})

it('says what happened when the file cannot be written', async () => {
  const path = join(folder, 'nowhere', 'page.md')
  await expect(writePageFile({ page: { title: 'Tide', tags: [] }, body: '' }, path)).rejects.toMatchObject({
    code: 'memory.storage',
  })
})

it('several pages become files of a folder, and nothing that stands there is overwritten', async () => {
  const place = mkdtempSync(join(folder, 'many-'))
  writeFileSync(join(place, 'Tide.md'), 'mine')
  const body = (id: PageId) => ({ page: { title: 'Tide', tags: [] }, body: id })
  const written = await writePageFiles(['one', 'two'] as PageId[], body, place)
  expect(written.count).toBe(2)
  expect(readdirSync(place).sort()).toEqual(['Tide (2).md', 'Tide (3).md', 'Tide.md'])
  expect(readFileSync(join(place, 'Tide.md'), 'utf8')).toBe('mine')
  expect(readFileSync(join(place, 'Tide (3).md'), 'utf8')).toContain('two')
})
