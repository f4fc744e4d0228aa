import { expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../../lib/clock.ts'
import { createFileNames } from './file-names.ts'

const noRipgrep = { working: async () => false } as never

async function open() {
  const { path: folder, write } = await openTempFolder('names')
  for (const name of ['tide.ts', 'src/the-tide.ts', 'src/moon.ts', 'src/文档/潮汐.md']) await write(name, '')
  let now = 0
  const clock = { ...systemClock, elapsed: () => now }
  const names = createFileNames(
    { ripgrep: noRipgrep, clock, timeLimitMs: 5_000 },
    new AbortController().signal,
  )
  return {
    write,
    find: (typed: string) => names.find({ root: folder, extra: [] }, typed, 3),
    findFolders: (typed: string) => names.findFolders({ root: folder, extra: [] }, typed, 3),
    unmatched: async (...paths: string[]) => (await names.unmatched(folder, paths)).unmatched,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('finds files by their names, the best and shortest first', async () => {
  const { find } = await open()
  expect(await find('tide')).toEqual(['tide.ts', 'src/the-tide.ts'])
  expect(await find('潮')).toEqual(['src/文档/潮汐.md'])
  expect(await find('')).toHaveLength(3)
  expect(await find('nowhere')).toEqual([])
})

it('finds folders by their names, with a slash at the end', async () => {
  const { findFolders } = await open()
  expect(await findFolders('src')).toEqual(['src/', 'src/文档/'])
  expect(await findFolders('src/')).toEqual(['src/', 'src/文档/'])
  expect(await findFolders('文')).toEqual(['src/文档/'])
  expect(await findFolders('tide.ts')).toEqual([])
})

it('looks again after a while', async () => {
  const { find, write, pass } = await open()
  expect(await find('sun')).toEqual([])
  await write('sun.ts', '')
  expect(await find('sun')).toEqual([])
  pass(10_000)
  expect(await find('sun')).toEqual(['sun.ts'])
})

it('says which paths and patterns nothing fits', async () => {
  const { unmatched } = await open()
  expect(await unmatched('src', './src/', 'src/moon.ts', 'src/文档', '*.ts', 'src/**/*.md', '.')).toEqual([])
  expect(await unmatched('scr', 'src/moon', '*.rs', '../tide.ts')).toEqual([
    ...['scr', 'src/moon', '*.rs', '../tide.ts'],
  ])
})
