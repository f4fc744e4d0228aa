import { AppError } from '#shared/errors.ts'
import { locatePath } from '../../files/locate-path.ts'
import { isInside, type PathFlavour, placeOf, resolvePath } from '../../files/project-path.ts'
import { mayMeet } from '../../permission/may-meet.ts'
import { escapePattern } from '../../permission/pattern.ts'
import type { SimpleCommand, Way } from '../../permission/syntax/split-command.ts'
import type { NamedPath } from '../../tool.ts'
import { filesOfSed, hasManyMarks, isTooLongForName, partsAfterMarks } from './word-parts.ts'

/** Programs that show or change names and never what is in a file. */
const NAMES_ONLY = new Set(
  `ls dir rm rmdir mkdir touch echo printf test [ stat basename dirname realpath readlink true false`.split(
    ' ',
  ),
)

const SED = /(^|\/)(g|s|mini)?sed$/

/** Maximum words examined. Words beyond it count as if any file were named. */
const MOST_WORDS = 300
/** Maximum path spellings checked on disk. */
const MOST_PATHS = 1_000

/** The files and folders whose content a command may show, because it names them. */
export function readNames(one: SimpleCommand, named: readonly NamedPath[]): readonly NamedPath[] {
  // A file of the project may have the name of such a program.
  return NAMES_ONLY.has(one.words[0] ?? '') ? [] : named
}

/**
 * The files and folders that a command plainly names. What it reads without naming it, such as everything in a
 * folder it searches, or a file that a program of its own opens, cannot be seen here.
 */
export async function commandNames(
  { words, patterns, ways }: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<NamedPath[]> {
  const named = new Map<string, NamedPath>()
  let isWhole = words.length <= MOST_WORDS && !words.some(hasManyMarks)
  let left = MOST_PATHS
  for (const way of ways) {
    const folder = await folderAt(way, root, flavour)
    for (const word of words.slice(1, MOST_WORDS)) {
      const pattern = patterns.includes(word)
      for (const spelled of spellings(word)) {
        if (!pattern && isTooLongForName(spelled)) continue
        left -= 1
        if (left < 0) isWhole = false
        if (!isWhole) break
        for (const path of await pathsOf({ spelled, pattern, folder, root }, flavour)) {
          named.set(`${pattern} ${path}`, { path, pattern })
        }
      }
    }
  }
  return isWhole ? [...named.values()] : [...named.values(), { path: '*', pattern: true }]
}

/** More pieces than are looked at, over all folders the command may start in. */
const MOST_PIECES = 2_000

/**
 * The paths in the texts that a program is handed, such as a script in another language. Each only may be meant, so
 * they count as file patterns. Returns `null` where there are too many of them.
 */
export async function mentionedNames(
  { words, fed, ways }: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<NamedPath[] | null> {
  const pieces = new Set<string>()
  const isSed = words.some((word) => SED.test(word))
  for (const word of [...words.slice(1), ...fed]) {
    for (const piece of word.split(/[\s"'`(){}<>|;,=:@!&$]+/)) {
      if (piece !== '' && piece !== word && piece.length < 4096) pieces.add(piece)
      if (isSed && piece.length < 4096) for (const file of filesOfSed(piece)) pieces.add(file)
    }
  }
  if (pieces.size * ways.length > MOST_PIECES) return null
  const named = new Set<string>()
  for (const way of ways) {
    const folder = await folderAt(way, root, flavour)
    for (const spelled of pieces) {
      for (const path of await pathsOf({ spelled, pattern: true, folder, root }, flavour)) named.add(path)
    }
  }
  return [...named].map((path) => ({ path, pattern: true }))
}

/** Whether a folder on one of these ways is reached through a link: `..` leads elsewhere for bash than for programs. */
export async function goesThroughLinks(
  ways: readonly Way[],
  root: string,
  flavour: PathFlavour,
): Promise<boolean> {
  for (const way of ways) {
    let folder = root
    for (const step of way) {
      const { absolute } = await locatePath(folder, step, flavour)
      if (absolute !== resolvePath(folder, step, flavour)) return true
      folder = absolute
    }
  }
  return false
}

/** The folder a command starts in after these changes of folder. */
export async function folderAt(way: Way, root: string, flavour: PathFlavour): Promise<string> {
  let folder = root
  for (const step of way) folder = (await locatePath(folder, step, flavour)).absolute
  return folder
}

/** The letters of short options that may stand before a path in one word. */
const MOST_LETTERS = 4

/** A word as a path, and what follows a mark in it: `if=file`, `@file`, `HEAD:file`, `-ffile`, `-MFfile`. */
function spellings(word: string): string[] {
  const parts = [word, ...partsAfterMarks(word)]
  const letters = /^-[A-Za-z]+/.exec(word)?.[0].length ?? 0
  for (let at = 2; at <= Math.min(letters, MOST_LETTERS + 1); at += 1) parts.push(word.slice(at))
  return [...new Set(parts)].filter((part) => part !== '' && part.length < 4096)
}

type Spelling = { spelled: string; pattern: boolean; folder: string; root: string }

/** The path of a word as rules know it, and the project or a part of it where the word leads to it from outside. */
async function pathsOf(
  { spelled, pattern, folder, root }: Spelling,
  flavour: PathFlavour,
): Promise<string[]> {
  try {
    const absolute = pattern
      ? resolvePath(folder, spelled, flavour)
      : (await locatePath(folder, spelled, flavour)).absolute
    const { shown } = placeOf(root, absolute, flavour)
    // An extra folder may be one above the project.
    const isAway = !isInside(root, absolute, flavour)
    const within = isAway ? reachedWithin(absolute, pattern, root, flavour) : null
    return within === null ? [shown] : [shown, within]
  } catch (error) {
    // Not every word can be a path, and what is none names no file.
    if (error instanceof AppError) return []
    throw error
  }
}

/** The part of the project that a path or file pattern outside may mean: all of it for a folder above. */
function reachedWithin(
  absolute: string,
  pattern: boolean,
  root: string,
  { path, home }: PathFlavour,
): string | null {
  const above = absolute.split(path.sep).filter((segment) => segment !== '')
  const own = root.split(path.sep).filter((segment) => segment !== '')
  const isSame = own.every((segment, at) => {
    const named = above[at]
    if (named === undefined || named === segment) return true
    return pattern && /[*?[]/.test(named) && mayMeet(named, escapePattern(segment), home)
  })
  if (!isSame) return null
  return above.length <= own.length ? '.' : above.slice(own.length).join('/')
}
