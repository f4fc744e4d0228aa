import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isErrno } from '../errno.ts'

/** Limits of an archive: its own size, its files, their sizes together. In bytes. */
export type ZipLimits = {
  /** The word for the archive in problems. */
  readonly noun: string
  readonly packed: number
  readonly files: number
  readonly content: number
}

/** The most bytes of a manifest. */
const LARGEST_MANIFEST = 1024 * 1024

/** An archive that cannot be used, in words for the person. */
export class ZipProblem extends Error {}

/** The content of an archive before it is unpacked. */
export type ZipContent = {
  /** The text of the file that was asked for; null without one. */
  readonly manifest: string | null
  readonly files: number
  readonly size: number
  /** SHA-256 of the whole file. */
  readonly digest: string
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

/** Checks all names and sizes of an archive and reads one of its files. Unpacks nothing. */
export async function inspectZip(
  file: string,
  limits: ZipLimits,
  manifestName: string | null,
): Promise<ZipContent> {
  const { noun } = limits
  const { size: packed } = await stat(file)
  if (packed > limits.packed) {
    throw new ZipProblem(`The ${noun} has more than ${megabytes(limits.packed)}.`)
  }
  return await withZip(file, noun, async (zip) => {
    let files = 0
    let size = 0
    let manifest: string | null = null
    const names = new Set<string>()
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry, names, noun)
      files += 1
      size += entry.uncompressedSize
      if (files > limits.files) {
        throw new ZipProblem(`The ${noun} has more than ${limits.files.toLocaleString('en')} files.`)
      }
      if (size > limits.content) {
        throw new ZipProblem(`The files of the ${noun} have more than ${megabytes(limits.content)}.`)
      }
      if (entry.fileName === manifestName) manifest = await textOf(zip, entry)
    }
    return { manifest, files, size, digest: await digestOf(file) }
  })
}

/** Unpacks an archive into a new folder. Throws a `ZipProblem` where it is not the file that was inspected. */
export async function unpackZip(
  { file, digest, folder }: { readonly file: string; readonly digest: string; readonly folder: string },
  limits: ZipLimits,
  signal: AbortSignal,
): Promise<void> {
  if ((await digestOf(file)) !== digest) throw new ZipProblem('The file has changed since it was opened.')
  await withZip(file, limits.noun, async (zip) => {
    let size = 0
    const names = new Set<string>()
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      checkEntry(entry, names, limits.noun)
      size += entry.uncompressedSize
      if (size > limits.content) {
        throw new ZipProblem(`The files of the ${limits.noun} have more than ${megabytes(limits.content)}.`)
      }
      const target = join(folder, ...entry.fileName.split('/'))
      if (entry.fileName.endsWith('/')) {
        await mkdir(target, { recursive: true, mode: 0o700 })
        continue
      }
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const mode = (unixMode(entry) & 0o100) === 0 ? 0o600 : 0o700
      // `wx`: no file may replace another one.
      await pipeline(
        await zip.openReadStreamPromise(entry),
        createWriteStream(target, { flags: 'wx', mode }),
        {
          signal,
        },
      )
    }
  })
}

const unixMode = ({ externalFileAttributes }: Entry): number => externalFileAttributes >>> 16
const KIND_BITS = 0o170_000
const REGULAR = [0, 0o100_000, 0o040_000]

/** The library refuses absolute names, `..` and backslashes, and wrong sizes. */
function checkEntry(entry: Entry, names: Set<string>, noun: string): void {
  const { fileName } = entry
  const name = fileName.toLowerCase()
  if (entry.isEncrypted()) throw new ZipProblem(`The ${noun} is encrypted.`)
  if (!REGULAR.includes(unixMode(entry) & KIND_BITS)) {
    throw new ZipProblem(`The ${noun} has a link or a device: ${fileName.slice(0, 200)}`)
  }
  const parts = fileName.replace(/\/$/, '').split('/')
  if (fileName.includes('\0') || parts.some((part) => part === '' || part === '.' || part.includes(':'))) {
    throw new ZipProblem(`The ${noun} has a file with an unusable name: ${fileName.slice(0, 200)}`)
  }
  if (names.has(name)) throw new ZipProblem(`The ${noun} has two files named ${fileName.slice(0, 200)}`)
  names.add(name)
}

async function withZip<T>(file: string, noun: string, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw problemOf(error, noun)
  })
  try {
    return await work(zip)
  } catch (error) {
    throw problemOf(error, noun)
  } finally {
    zip.close()
  }
}

/** The library reports a broken archive with a plain `Error`. */
function problemOf(error: unknown, noun: string): unknown {
  if (error instanceof ZipProblem || !(error instanceof Error) || isErrno(error)) return error
  if (error.name === 'AbortError') return error
  return new ZipProblem(`The ${noun} cannot be read: ${error.message}`)
}

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > LARGEST_MANIFEST) throw new ZipProblem('The manifest has more than 1 MB.')
  const pieces: Buffer[] = []
  for await (const piece of Readable.from(await zip.openReadStreamPromise(entry)))
    pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return hash.digest('hex')
}
