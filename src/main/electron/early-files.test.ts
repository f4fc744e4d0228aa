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
  const read = createEarlyFiles(page())
  const early = read(script())
  expect(String(await early)).toBe('first')
  await writeFile(script(), 'second')
  expect(String(await read(script()))).toBe('second')
})

it('tells whoever asks that a named file is not there, and nobody before', async () => {
  const read = createEarlyFiles(page())
  await expect(read(join(folder, 'assets', 'gone.css'))).rejects.toMatchObject({ code: 'ENOENT' })
})

it('reads nothing early when there is no page', async () => {
  await writeFile(script(), 'here')
  const read = createEarlyFiles(join(folder, 'none.html'))
  expect(String(await read(script()))).toBe('here')
})
