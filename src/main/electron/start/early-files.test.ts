import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEarlyFiles } from './early-files.ts'

let folder = ''
const script = () => join(folder, 'assets', 'index.js')
const page = () => join(folder, 'index.html')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery early 页-'))
  await mkdir(join(folder, 'assets'))
  const head = '<script type="module" src="./assets/index.js"></script><link href="./assets/gone.css">'
  await writeFile(page(), head)
})
afterAll(() => rm(folder, { recursive: true }))

it('gives one answer from what was read early, and every later one from the disk', async () => {
  await writeFile(script(), 'first')
  const { read } = createEarlyFiles(page())
  const early = read(script())
  expect(String(await early)).toBe('first')
  await writeFile(script(), 'second')
  expect(String(await read(script()))).toBe('second')
})

it('tells whoever asks that a named file is not there, and nobody before', async () => {
  const { read } = createEarlyFiles(page())
  await expect(read(join(folder, 'assets', 'gone.css'))).rejects.toMatchObject({ code: 'ENOENT' })
})

it('reads nothing early when there is no page', async () => {
  await writeFile(script(), 'here')
  const { read } = createEarlyFiles(join(folder, 'none.html'))
  expect(String(await read(script()))).toBe('here')
})

it('says when the page was asked for, and when all it names was', async () => {
  const files = createEarlyFiles(page())
  const told: string[] = []
  void files.pageGiven.then(() => told.push('page'))
  void files.allGiven.then(() => told.push('all'))
  const soFar = async () => {
    await Promise.resolve()
    return [...told]
  }
  expect(await soFar()).toEqual([])
  expect(String(files.read(page()))).toContain('<script')
  expect(await soFar()).toEqual(['page'])
  await Promise.resolve(files.read(script()))
  expect(await soFar()).toEqual(['page'])
  await Promise.resolve(files.read(join(folder, 'assets', 'gone.css'))).catch(() => undefined)
  expect(await soFar()).toEqual(['page', 'all'])
})

it('gives the page at once, without a turn of the loop', () => {
  expect(createEarlyFiles(page()).read(page())).toBeInstanceOf(Buffer)
})

it('keeps nobody waiting for a page that is not there', async () => {
  const { allGiven } = createEarlyFiles(join(folder, 'nowhere.html'))
  await expect(allGiven).resolves.toBeUndefined()
})
