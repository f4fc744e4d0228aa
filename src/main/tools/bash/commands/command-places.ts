import { readdir } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { isErrno } from '../../../lib/errno.ts'
import { locatePath } from '../../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../../files/project-path.ts'
import { takesAnyOption } from '../../permission/programs/read-only-command.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import { folderAt } from './command-names.ts'
import { hasManyMarks, isTooLongForName, partsAfterMarks } from './word-parts.ts'

/** Facts from the disk about the words of a command. */
export type CommandPlaces = {
  /** Whether a word leads outside the project, once links are followed as the system follows them. */
  readonly outside: boolean
  /** A file pattern that may become an option of the program. */
  readonly optionPattern: string | null
  /** Why it cannot be told where the command reaches. */
  readonly unsure: string | null
}

/** Names by which the system opens again what a process has open: `tee /dev/stdin < file` writes the file. */
const OPEN_FILE = /\/dev\/(stdin|stdout|stderr|fd\b)|\/proc\//

/** More words than anybody writes; with more of them the command is unsure. */
const MOST_WORDS = 300
/** Names that are listed to see where a file pattern leads. */
const MOST_NAMES = 5_000
const LONGEST_PATH = 4_096
/** Maximum paths checked on disk. */
const MOST_PATHS = 1_000

/** Resolves the words of a command on the disk, from every folder it may start in. */
export async function placesOf(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<CommandPlaces> {
  const words = [...new Set(one.words.slice(1))]
  const own = one.words[0] ?? ''
  let unsure = words.length > MOST_WORDS ? 'it has too many words' : null
  if (words.some(hasManyMarks)) unsure ??= 'a word of it has too many parts'
  let left = MOST_PATHS
  if (words.some((word) => OPEN_FILE.test(word))) unsure ??= 'it names a file that is open already'
  let outside = false
  let optionPattern = one.patterns.find((pattern) => pattern.startsWith('-')) ?? null
  // More of them are more words than are looked at.
  const patterns = [...new Set(one.patterns)].filter(isPathLike).slice(0, MOST_WORDS)
  for (const way of one.ways) {
    const folder = await folderAt(way, root, flavour)
    const walk = { folder, root, flavour, left: MOST_NAMES }
    const paths = [...(own.includes('/') ? [own] : []), ...words.slice(0, MOST_WORDS).flatMap(pathsIn)]
    const looked = [...new Set(paths)].slice(0, Math.max(0, left))
    if (looked.length < new Set(paths).size) unsure ??= 'it names too many paths'
    left -= looked.length
    const leaves = await Promise.all(looked.map((path) => leavesProject(path, walk)))
    outside ||= leaves.includes(true)
    for (const pattern of patterns) {
      const leads = await patternLeaves(pattern, walk)
      if (leads === 'unknown') unsure ??= 'a file pattern matches too much to be checked'
      else outside ||= leads
    }
    const open = one.patterns.find((pattern) => /^[*?[]/.test(pattern))
    if (open !== undefined && (await hasOptionNames(folder))) optionPattern ??= open
  }
  return { outside, optionPattern: takesAnyOption(own) ? null : optionPattern, unsure }
}

type Walk = {
  readonly folder: string
  readonly root: string
  readonly flavour: PathFlavour
  left: number
}

/**
 * The parts of a word that may name a place: the word itself, what follows `=`, `@` or `:`, and what follows the
 * letters of an option.
 */
function pathsIn(word: string): string[] {
  // An address names no file unless it says so.
  if (/^(?!file:)[a-z][a-z\d+.-]*:\/\//i.test(word)) return []
  const parts = [word, ...partsAfterMarks(word)]
  const letters = /^-[A-Za-z]+/.exec(word)?.[0].length ?? 0
  for (let at = 2; at <= Math.min(letters, 8); at += 1) parts.push(word.slice(at))
  return parts.filter((part) => isPathLike(part) && !isTooLongForName(part))
}

/** `//etc` is `/etc`, and a share on Windows; `// words` is a comment that is looked for. */
function isPathLike(text: string): boolean {
  return text !== '' && text.length < LONGEST_PATH && !text.includes('\0') && !/^[\\/]{2,}\s/.test(text)
}

async function leavesProject(path: string, walk: Walk): Promise<boolean> {
  try {
    const { absolute } = await followed(path, walk)
    return placeOf(walk.root, absolute, walk.flavour).outside
  } catch (error) {
    // Not every word can be a path, and what is none names no file.
    if (error instanceof AppError) return false
    throw error
  }
}

/** Follows a path as the system does: `link/..` is the folder above what the link leads to. */
async function followed(path: string, { folder, flavour }: Walk): Promise<{ readonly absolute: string }> {
  const { sep } = flavour.path
  const segments = path.split(/[\\/]/)
  const goesUp = sep === '/' && segments.some((segment, at) => segment === '..' && at > 0)
  if (!goesUp) return await locatePath(folder, path, flavour)
  let absolute = path.startsWith('/') ? '/' : folder
  let start = path.startsWith('/') ? 1 : 0
  if (segments[0] === '~') {
    absolute = flavour.home
    start = 1
  }
  for (const segment of segments.slice(start)) {
    if (segment === '..') absolute = flavour.path.dirname(absolute)
    else if (segment !== '' && segment !== '.') {
      absolute = (await locatePath(absolute, `./${segment}`, flavour)).absolute
    }
  }
  return { absolute }
}

/** Whether a name that a file pattern may match leads outside. Links are looked at in every folder it goes through. */
async function patternLeaves(pattern: string, walk: Walk): Promise<boolean | 'unknown'> {
  const segments = pattern.split('/')
  const first = segments.findIndex((segment) => /[*?[]/.test(segment))
  const start = segments.slice(0, first).join('/')
  const from = start === '' ? (pattern.startsWith('/') ? '/' : '.') : start
  let folders = [(await followed(from, walk)).absolute]
  if (folders.some((folder) => placeOf(walk.root, folder, walk.flavour).outside)) return true
  for (let depth = first; depth < segments.length; depth += 1) {
    const next: string[] = []
    for (const folder of folders) {
      const entries = await entriesOf(folder)
      walk.left -= entries.length
      if (walk.left < 0) return 'unknown'
      for (const entry of entries) {
        const path = walk.flavour.path.join(folder, entry.name)
        const { absolute } = entry.isSymbolicLink()
          ? await locatePath(folder, path, walk.flavour)
          : { absolute: path }
        if (placeOf(walk.root, absolute, walk.flavour).outside) return true
        if (entry.isDirectory() || entry.isSymbolicLink()) next.push(absolute)
      }
    }
    folders = next
  }
  return false
}

async function hasOptionNames(folder: string): Promise<boolean> {
  return (await entriesOf(folder)).some(({ name }) => name.startsWith('-'))
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG')) return []
    throw error
  }
}
