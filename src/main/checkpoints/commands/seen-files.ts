import { inTurns } from './in-turns.ts'

/** File metadata used to detect changes. Times are milliseconds with fractions. */
export type SeenFile = {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
  readonly mode: number
  /** When it was made, as far as the disk tells. */
  readonly bornMs: number
}

/** The files of a folder by their path in it. */
export type SeenFiles = ReadonlyMap<string, SeenFile>

/** The difference between two scans, each list sorted. */
export type FilesBetween = {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** Returns the changes between two scans. Content swapped with identical metadata is not detected. */
export async function filesBetween(before: SeenFiles, after: SeenFiles): Promise<FilesBetween> {
  const added: string[] = []
  const changed: string[] = []
  const removed: string[] = []
  await inTurns(after, ([path, now]) => {
    const was = before.get(path)
    if (was === undefined) added.push(path)
    else if (!isSame(was, now)) changed.push(path)
  })
  await inTurns(before.keys(), (path) => {
    if (!after.has(path)) removed.push(path)
  })
  return { added: added.sort(), changed: changed.sort(), removed: removed.sort() }
}

/** The clock of a disk may lag behind ours by a tick. */
const TICK_MS = 20

/**
 * Whether a file missing in the first scan is really new: created since, or moved. A file that merely stopped
 * being ignored is not.
 */
export function isNew(file: SeenFile, before: Numbers, startedAt: number): boolean {
  return file.bornMs >= startedAt - TICK_MS || before.has(numberOf(file))
}

/** Files by what stays theirs when they are moved. */
export type Numbers = ReadonlySet<string>

export async function numbersOf(files: SeenFiles): Promise<Numbers> {
  const numbers = new Set<string>()
  await inTurns(files.values(), (file) => void numbers.add(numberOf(file)))
  return numbers
}

/** A disk gives the number of one that is gone to a new one. */
const numberOf = ({ ino, bornMs }: SeenFile) => `${ino} ${bornMs}`

/** Whether no metadata shows a change. */
export function isSame(one: SeenFile, other: SeenFile): boolean {
  return (
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ino === other.ino &&
    one.mode === other.mode
  )
}
