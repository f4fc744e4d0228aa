import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFirstPage } from './first-page.ts'

let folder = ''
const page = () => join(folder, 'index.html')
const script = () => join(folder, 'index.js')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery first page 页-'))
  await writeFile(page(), '<script type="module" src="./index.js"></script>')
  await writeFile(script(), 'export {}')
})
afterAll(() => rm(folder, { recursive: true }))

/** Records the events of a first page in order. */
function heard(first: ReturnType<typeof createFirstPage>) {
  const come: string[] = []
  void first.asked.then(() => come.push('asked'))
  void first.given.then(() => come.push('given'))
  return come
}

it('lets a little be read when the page is asked for, and all else when what it names was given', async () => {
  const first = createFirstPage(page(), { isServedHere: true })
  const come = heard(first)
  first.files.read(page())
  await first.asked
  expect(come).toEqual(['asked'])
  first.files.read(script())
  await first.given
  expect(come).toEqual(['asked', 'given'])
})

it('holds nothing up for a page that nobody asks for', async () => {
  const { asked, given } = createFirstPage(page(), { isServedHere: true })
  await expect(Promise.all([asked, given])).resolves.toEqual([undefined, undefined])
})

it('waits for no page that comes from somewhere else', async () => {
  const come = heard(createFirstPage(page(), { isServedHere: false }))
  await Promise.resolve()
  await Promise.resolve()
  expect(come).toEqual(['asked', 'given'])
})
