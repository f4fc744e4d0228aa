import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { asksInEveryMode, type GuardedPlace } from '#shared/permission/guard.ts'
import { isErrno } from '../../../lib/errno.ts'
import { locatePath } from '../../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../../files/project-path.ts'
import { guardByName } from '../../permission/protected-path.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import { folderAt } from './command-names.ts'

const UNPACKS = new Set(['tar', 'bsdtar', 'unzip', '7z'])
/** Larger archives are not read, in bytes. */
const LARGEST = 16 * 1024 * 1024
const LARGEST_UNPACKED = 64 * 1024 * 1024
const MOST_ARCHIVES = 4
const MOST_NAMES = 20_000

/** Returns the steering places that a command would write because an archive it unpacks holds files of their names. */
export async function unpackedGuards(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<GuardedPlace[]> {
  const [program = '', ...args] = one.words
  if (!UNPACKS.has(program)) return []
  const found = new Map<string, GuardedPlace>()
  const files = args
    .map((arg) => arg.replace(/^--file=/, ''))
    .filter((arg) => /\.(tar|tgz|gz|zip|jar|whl|nupkg)$/i.test(arg))
  for (const way of one.ways) {
    const folder = await folderAt(way, root, flavour)
    for (const file of files.slice(0, MOST_ARCHIVES)) {
      const { absolute } = await locatePath(folder, file, flavour)
      for (const name of await namesIn(absolute)) {
        const { shown } = placeOf(root, flavour.path.join(folder, name), flavour)
        const guard = guardByName(shown)
        if (guard !== null && asksInEveryMode(guard)) found.set(`${guard.kind} ${guard.path}`, guard)
      }
    }
  }
  return [...found.values()]
}

async function namesIn(file: string): Promise<string[]> {
  try {
    const found = await stat(file)
    if (!found.isFile() || found.size > LARGEST) return []
    const bytes = await readFile(file)
    if (bytes.readUInt16BE(0) !== GZIP)
      return bytes.toString('latin1', 0, 2) === 'PK' ? zipNames(bytes) : tarNames(bytes)
    return tarNames(await promisify(gunzip)(bytes, { maxOutputLength: LARGEST_UNPACKED }))
  } catch (error) {
    const isUnreadable = isErrno(
      error,
      'ENOENT',
      'ENOTDIR',
      'EACCES',
      'EPERM',
      'ELOOP',
      'ENAMETOOLONG',
      'EISDIR',
    )
    // A damaged or endless archive: what it holds is not known.
    if (isUnreadable || error instanceof RangeError || isErrno(error, 'Z_DATA_ERROR', 'Z_BUF_ERROR'))
      return []
    throw error
  }
}

/** The first two bytes of a gzip file (RFC 1952). */
const GZIP = 0x1f8b
const BLOCK = 512

/** The names in a tar archive, by the headers of POSIX.1-2001 and GNU tar. */
function tarNames(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + BLOCK <= bytes.length && names.length < MOST_NAMES; ) {
    const text = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0[\s\S]*$/, '')
    const name = text(0, 100)
    if (name === '') break
    const size = Number.parseInt(text(124, 12).trim(), 8) || 0
    const type = text(156, 1)
    const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
    const data = () => bytes.toString('utf8', at + BLOCK, at + BLOCK + size)
    if (type === 'L') names.push(data().replace(/\0[\s\S]*$/, ''))
    else if (type === 'x')
      names.push(...[...data().matchAll(/\d+ path=([^\n]*)\n/g)].map(([, long = '']) => long))
    else names.push(prefix === '' ? name : `${prefix}/${name}`)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return names
}

const ENTRY = Buffer.from('PK\u0001\u0002', 'latin1')
const ENTRY_BYTES = 46

/** The names in the directory of a zip archive. */
function zipNames(bytes: Buffer): string[] {
  const names: string[] = []
  for (
    let at = bytes.indexOf(ENTRY);
    at >= 0 && names.length < MOST_NAMES;
    at = bytes.indexOf(ENTRY, at + 4)
  ) {
    if (at + ENTRY_BYTES > bytes.length) break
    const length = bytes.readUInt16LE(at + 28)
    names.push(bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + length))
  }
  return names
}
