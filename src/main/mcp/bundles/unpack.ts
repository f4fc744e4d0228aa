import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isErrno } from '../../lib/errno.ts'

/** Limits of a bundle: its own size, its files, their sizes together, and its manifest. In bytes. */
const LARGEST_BUNDLE = 200 * 1024 * 1024
const MOST_FILES = 20_000
const LARGEST_CONTENT = 600 * 1024 * 1024
const LARGEST_MANIFEST = 1024 * 1024

/** A bundle that cannot be used, in words for the person. */
export class BundleProblem extends Error {}

/** The content of a bundle before it is unpacked. */
export type BundleContent = {
  readonly manifest: string
  readonly files: number
  readonly size: number
  /** SHA-256 of the whole file. */
  readonly digest: string
}

/** Reads the manifest of a bundle and checks all its names and sizes. Unpacks nothing. */
export async function inspectBundle(file: string): Promise<BundleContent> {
  const { size: packed } = await stat(file)
  if (packed > LARGEST_BUNDLE) throw new BundleProblem('The bundle has more than 200 MB.')
  return await withZip(file, async (zip) => {
    let files = 0
    let size = 0
    let manifest: string | null = null
    const names = new Set<string>()
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry, names)
      files += 1
      size += entry.uncompressedSize
      if (files > MOST_FILES) throw new BundleProblem('The bundle has more than 20,000 files.')
      if (size > LARGEST_CONTENT) throw new BundleProblem('The files of the bundle have more than 600 MB.')
      if (entry.fileName === 'manifest.json') manifest = await textOf(zip, entry)
    }
    if (manifest === null) throw new BundleProblem('The bundle has no manifest.json.')
    return { manifest, files, size, digest: await digestOf(file) }
  })
}

/** Unpacks a bundle into a new folder. Throws a `BundleProblem` where it is not the file that was inspected. */
export async function unpackBundle(
  file: string,
  digest: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  if ((await digestOf(file)) !== digest) throw new BundleProblem('The file has changed since it was opened.')
  await withZip(file, async (zip) => {
    let size = 0
    const names = new Set<string>()
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      checkEntry(entry, names)
      size += entry.uncompressedSize
      if (size > LARGEST_CONTENT) throw new BundleProblem('The files of the bundle have more than 600 MB.')
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
function checkEntry(entry: Entry, names: Set<string>): void {
  const { fileName } = entry
  const name = fileName.toLowerCase()
  if (entry.isEncrypted()) throw new BundleProblem('The bundle is encrypted.')
  if (!REGULAR.includes(unixMode(entry) & KIND_BITS)) {
    throw new BundleProblem(`The bundle has a link or a device: ${fileName.slice(0, 200)}`)
  }
  const parts = fileName.replace(/\/$/, '').split('/')
  if (fileName.includes('\0') || parts.some((part) => part === '' || part === '.' || part.includes(':'))) {
    throw new BundleProblem(`The bundle has a file with an unusable name: ${fileName.slice(0, 200)}`)
  }
  if (names.has(name)) throw new BundleProblem(`The bundle has two files named ${fileName.slice(0, 200)}`)
  names.add(name)
}

async function withZip<T>(file: string, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw problemOf(error)
  })
  try {
    return await work(zip)
  } catch (error) {
    throw problemOf(error)
  } finally {
    zip.close()
  }
}

/** The library reports a broken archive with a plain `Error`. */
function problemOf(error: unknown): unknown {
  if (error instanceof BundleProblem || !(error instanceof Error) || isErrno(error)) return error
  if (error.name === 'AbortError') return error
  return new BundleProblem(`The bundle cannot be read: ${error.message}`)
}

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > LARGEST_MANIFEST) throw new BundleProblem('The manifest has more than 1 MB.')
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
