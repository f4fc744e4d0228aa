import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, symlink, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'

/**
 * A reader for plain zip files, because `unzip` is not everywhere. No zip64, no encryption.
 * @typedef {{ name: string, mode: number, method: number, crc: number, size: number, packed: number, offset: number }} ZipEntry
 * @typedef {import('node:fs/promises').FileHandle} FileHandle
 */

const endSize = 22
const longestComment = 0xffff

/**
 * Extracts the entries that `place` gives a relative path for, a few at a time, checking every checksum.
 * @param {string} zipFile
 * @param {string} folder
 * @param {(name: string) => string | null} place null leaves the entry out
 */
export async function extractZip(zipFile, folder, place) {
  const handle = await open(zipFile)
  try {
    const queue = (await listEntries(handle)).values()
    const worker = async () => {
      for (const entry of queue) {
        const path = place(entry.name)
        if (path !== null) await extractEntry({ zipFile, handle }, entry, inside(folder, path))
      }
    }
    await Promise.all([worker(), worker(), worker()])
  } finally {
    await handle.close()
  }
}

/**
 * Every entry of the central directory, in file order.
 * @param {FileHandle} handle
 * @returns {Promise<ZipEntry[]>}
 */
async function listEntries(handle) {
  const { size } = await handle.stat()
  const tail = await readAt(
    handle,
    Math.max(0, size - endSize - longestComment),
    Math.min(size, endSize + longestComment),
  )
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + endSize > tail.length) throw new Error('Not a complete zip file.')
  const count = tail.readUInt16LE(end + 10)
  const offset = tail.readUInt32LE(end + 16)
  if (count === 0xffff || offset === 0xffffffff) throw new Error('Zip64 files are not supported.')
  const directory = await readAt(handle, offset, tail.readUInt32LE(end + 12))
  return parseDirectory(directory, count)
}

/**
 * @param {Buffer} directory
 * @param {number} count
 */
function parseDirectory(directory, count) {
  /** @type {ZipEntry[]} */
  const entries = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new Error('The zip directory is damaged.')
    const nameLength = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      mode: directory.readUInt16LE(at + 40),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/**
 * @param {{ zipFile: string, handle: FileHandle }} zip
 * @param {ZipEntry} entry
 * @param {string} path
 */
async function extractEntry({ zipFile, handle }, entry, path) {
  if (entry.name.endsWith('/')) return void (await mkdir(path, { recursive: true }))
  await mkdir(dirname(path), { recursive: true })
  const header = await readAt(handle, entry.offset, 30)
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if ((entry.mode & 0o170000) === 0o120000) return makeLink(handle, entry, start, path)
  const mode = entry.mode & 0o777 || 0o644
  // The range end below counts inclusively, so an empty entry has nothing to read.
  if (entry.packed === 0) return writeFile(path, '', { mode })
  const source = createReadStream(zipFile, { start, end: start + entry.packed - 1, highWaterMark: 1 << 18 })
  await pipeline([source, ...inflated(entry), checked(entry), createWriteStream(path, { mode })])
}

/**
 * @param {FileHandle} handle
 * @param {ZipEntry} entry
 * @param {number} start
 * @param {string} path
 */
async function makeLink(handle, entry, start, path) {
  if (entry.method !== 0) throw new Error(`${entry.name}: packed links are not supported.`)
  const target = (await readAt(handle, start, entry.packed)).toString('utf8')
  inside(dirname(path), target)
  await symlink(target, path)
}

/** @param {ZipEntry} entry */
function inflated(entry) {
  if (entry.method === 0) return []
  if (entry.method === 8) return [zlib.createInflateRaw()]
  throw new Error(`${entry.name}: unknown compression ${entry.method}.`)
}

/** Passes the bytes on and fails at the end when they are not the ones that were packed.
 * @param {ZipEntry} entry */
function checked(entry) {
  let crc = 0
  let size = 0
  return new Transform({
    transform(chunk, _encoding, done) {
      // Taken from the module object: an older Node has no such export and would fail before it is told off.
      crc = zlib.crc32(chunk, crc)
      size += chunk.length
      done(null, chunk)
    },
    flush(done) {
      const intact = crc === entry.crc && size === entry.size
      done(intact ? null : new Error(`${entry.name} does not match its checksum.`))
    },
  })
}

/** @param {string} folder @param {string} path */
function inside(folder, path) {
  const target = resolve(folder, path)
  if (target !== resolve(folder) && !target.startsWith(resolve(folder) + sep)) {
    throw new Error(`The zip wants to write outside its folder: ${path}`)
  }
  return target
}

/** @param {FileHandle} handle @param {number} position @param {number} length */
async function readAt(handle, position, length) {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await handle.read(buffer, 0, length, position)
  if (bytesRead !== length) throw new Error('The zip file is cut short.')
  return buffer
}
