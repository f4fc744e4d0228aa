import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { extractZip } from './zip-reader.mjs'

/** @type {string} */
let folder
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-zip-'))
})
afterEach(() => rm(folder, { recursive: true }))

/**
 * A zip file made by hand, so that a test can also make a wrong one.
 * @param {ReadonlyArray<{ name: string, text: string, mode?: number, stored?: boolean, crc?: number }>} files
 */
function zipOf(files) {
  const local = []
  const central = []
  let offset = 0
  for (const { name, text, mode = 0o644, stored = false, crc } of files) {
    const packed = stored ? Buffer.from(text) : deflateRawSync(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc ?? crc32(text), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(Buffer.byteLength(text), 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    local.push(head)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name))
    offset += head.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

/** @param {Buffer} zip @param {(name: string) => string | null} place */
async function extract(zip, place = (name) => name) {
  const file = join(folder, 'a.zip')
  await writeFile(file, zip)
  await extractZip(file, join(folder, 'out'), place)
}

it('extracts packed, stored and empty files with their modes', async () => {
  const text = 'orrery '.repeat(100_000)
  await extract(
    zipOf([
      { name: 'run', text, mode: 0o755 },
      { name: 'deep/er/note', text: 'as is', stored: true },
      { name: 'nothing', text: '', stored: true },
    ]),
  )
  expect(await readFile(join(folder, 'out/run'), 'utf8')).toBe(text)
  expect((await stat(join(folder, 'out/run'))).mode & 0o111).not.toBe(0)
  expect(await readFile(join(folder, 'out/deep/er/note'), 'utf8')).toBe('as is')
  expect(await readFile(join(folder, 'out/nothing'), 'utf8')).toBe('')
})

it('leaves out and renames what it is told to', async () => {
  const zip = zipOf([
    { name: 'x/a', text: 'a' },
    { name: 'x/b', text: 'b' },
  ])
  await extract(zip, (name) => (name === 'x/a' ? 'c' : null))
  expect(await readFile(join(folder, 'out/c'), 'utf8')).toBe('a')
  await expect(stat(join(folder, 'out/x/b'))).rejects.toThrow('ENOENT')
})

it('refuses a damaged file, half a zip and a path that leads outside', async () => {
  await expect(extract(zipOf([{ name: 'a', text: 'hello', crc: 1 }]))).rejects.toThrow(
    'does not match its checksum',
  )
  await expect(extract(zipOf([{ name: 'a', text: 'hello' }]).subarray(0, 60))).rejects.toThrow(
    'Not a complete zip',
  )
  await expect(extract(zipOf([{ name: '../a', text: 'hello' }]))).rejects.toThrow('outside its folder')
})
