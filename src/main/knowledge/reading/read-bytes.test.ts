import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bytesOf, type OpenFile, readBytes } from './read-bytes.ts'

/** A file that says another of these each time it is looked at, and the last of them from then on. */
function changing(...texts: readonly string[]): OpenFile {
  const left = [...texts]
  let now = ''
  let time = 0
  return {
    stat: async () => {
      const next = left.shift()
      if (next !== undefined && next !== now) [now, time] = [next, time + 1]
      return { size: Buffer.byteLength(now), mtimeMs: time, isFile: () => true }
    },
    read: async (into, at) => Buffer.from(now).copy(into, 0, at),
  }
}

const read = async (file: OpenFile) => {
  const found = await bytesOf(file, 100)
  return typeof found === 'string' ? found : `read ${Buffer.from(found).toString()}`
}

it.each([
  ['a file at rest', changing('words'), 'read words'],
  ['nothing', changing(''), 'read '],
  ['one that grew meanwhile, as it is then', changing('half', 'half and half'), 'read half and half'],
  ['one that shrank meanwhile', changing('much of it', 'much'), 'read much'],
  ['one that was replaced by as much', changing('old words', 'new words'), 'read new words'],
  ['one that grew beyond what is read', changing('half', 'x'.repeat(101)), 'too_large'],
])('reads %s', async (_, file, found) => {
  expect(await read(file)).toBe(found)
})

it('lets go of a file that never comes to rest', async () => {
  expect(await read(changing(...Array.from({ length: 20 }, (_, at) => 'x'.repeat(at))))).toBe('changing')
})

it('reads nothing of what is too large, however large that is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery bytes 中文 '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'huge.md')
  closeSync(openSync(path, 'w'))
  truncateSync(path, 200 * 1024 * 1024)
  expect(await readBytes(path, 1_000)).toBe('too_large')
  writeFileSync(path, 'small')
  expect(await readBytes(path, 1_000)).toEqual(new Uint8Array(Buffer.from('small')))
  expect(await readBytes(join(folder, 'none.md'), 1_000)).toBe('unreadable')
  expect(await readBytes(folder, 1_000)).toBe('unreadable')
})
