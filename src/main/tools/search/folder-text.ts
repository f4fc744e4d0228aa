import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import { sizeText } from '../files/file-kind.ts'
import { type PathFlavour, placeOf } from '../files/project-path.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
import type { ReadFilter } from '../permission/read-filter.ts'
import { listFiles, type SearchDeps } from './list-files.ts'

/** Most files that are named, most bytes of one file and most characters of all contents together. */
const MOST_NAMES = 2_000
const MOST_FILE_BYTES = 64 * 1024
const MOST_CONTENT = 400_000

type Asked = {
  /** The project folder, without links in its path. */
  readonly root: string
  /** Extra folders of a chat, canonical. */
  readonly extra: readonly string[]
  /** The folder, relative to the project or, in an extra folder, whole. */
  readonly folder: string
  readonly sight: ReadFilter
}

type Entry = { readonly shown: string; readonly size: number; readonly text: string | null }

/**
 * Returns a folder of a project as text: the names and sizes of its files, then the contents of the text files. Files
 * that rules close are left out, as are ignored files and links that leave the folder.
 */
export async function folderText(
  deps: SearchDeps & { readonly flavour: PathFlavour },
  { root, extra, folder, sight }: Asked,
  signal: AbortSignal,
): Promise<string> {
  const { flavour, clock } = deps
  const deadline = clock.elapsed() + deps.timeLimitMs
  const within = AbortSignal.any([signal, AbortSignal.timeout(deps.timeLimitMs)])
  const absolute = await folderIn([root, ...extra], folder, flavour)
  const names: string[] = []
  const ending = await listFiles(deps, absolute, (name) => names.push(name) < MOST_NAMES + 1, within)
  const entries: Entry[] = []
  let room = MOST_CONTENT
  for (const name of names.slice(0, MOST_NAMES).toSorted()) {
    signal.throwIfAborted()
    const place = placeOf(root, flavour.path.join(absolute, name), flavour)
    if (!sight.mayName(place)) continue
    const entry = await entryOf(
      absolute,
      { name, shown: place.shown, mayRead: sight.mayRead(place) },
      flavour,
    )
    if (entry === null) continue
    if (clock.elapsed() > deadline) room = 0
    const fits = entry.text !== null && entry.text.length <= room
    if (fits) room -= entry.text?.length ?? 0
    entries.push(fits ? entry : { ...entry, text: null })
  }
  const isCut = names.length > MOST_NAMES || !ending.complete
  return wordsOf(folder, entries, isCut)
}

/** The folder without links; refuses one that is missing or outside of all places. The first one is the project. */
async function folderIn(places: readonly string[], folder: string, { path }: PathFlavour): Promise<string> {
  const [root = '', ...extra] = places
  const missing = () => AppError.saying('ipc.refused', say('attach.noFolder', { name: folder }))
  if (folder.includes('\0')) throw missing()
  try {
    const isExtra = extra.some((place) => path.resolve(folder).startsWith(place))
    const absolute = await realpath(isExtra ? folder : path.join(root, folder))
    if (!places.some((place) => absolute === place || absolute.startsWith(place + path.sep))) throw missing()
    return absolute
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENAMETOOLONG')) throw missing()
    throw error
  }
}

/** Reads one file; null for one that is gone or leads out of the folder. `text` is null without readable text. */
async function entryOf(
  folder: string,
  { name, shown, mayRead }: { readonly name: string; readonly shown: string; readonly mayRead: boolean },
  { path }: PathFlavour,
): Promise<Entry | null> {
  try {
    const absolute = path.join(folder, name)
    if ((await realpath(absolute)) !== absolute) return null
    const handle = await open(absolute, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      const stat = await handle.stat()
      if (!stat.isFile()) return null
      if (!mayRead || stat.size > MOST_FILE_BYTES) return { shown, size: stat.size, text: null }
      const bytes = await handle.readFile()
      const encoding = detectEncoding(bytes)
      return { shown, size: stat.size, text: encoding === null ? null : decodeText(bytes, encoding) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO', 'EISDIR', 'EBUSY'))
      return null
    throw error
  }
}

function wordsOf(folder: string, entries: readonly Entry[], isCut: boolean): string {
  const lines = entries.map(
    ({ shown, size, text }) =>
      `${shown}  ${sizeText(size)}${text === null ? '  (content not included)' : ''}`,
  )
  const contents = entries.flatMap(({ shown, text }) =>
    text === null || text.trim() === '' ? [] : [`--- ${shown} ---\n${text.trimEnd()}`],
  )
  return [
    `${folder.replace(/\/+$/, '')}/ (${entries.length} files)`,
    ...(entries.length === 0 ? ['(no files)'] : lines),
    ...(isCut ? ['(more files not listed)'] : []),
    ...contents.map((content) => `\n${content}`),
  ].join('\n')
}
