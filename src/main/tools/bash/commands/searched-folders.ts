import { lstat } from 'node:fs/promises'
import { isErrno } from '../../../lib/errno.ts'
import { type PathFlavour, placeOf } from '../../files/project-path.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import type { NamedPath, SearchedFolder } from '../../tool.ts'
import { folderAt } from './command-names.ts'

/** Programs that search the folder they start in where none is named. */
const SEARCHERS: ReadonlySet<string> = new Set(['rg', 'ag', 'ack', 'ugrep', 'rgrep'])
/** Programs that take a folder with everything in it. */
const WHOLE: ReadonlySet<string> = new Set(
  `tar bsdtar gtar star zip 7z 7za 7zr 7zz rar pax cpio bsdcpio rsync scp sftp rclone mksquashfs genisoimage mkisofs
  xorriso jar dar`.split(/\s+/),
)
/** Programs that do so with an option. */
const WITH_OPTION: ReadonlyMap<string, RegExp> = new Map([
  ...['grep', 'egrep', 'fgrep', 'zgrep'].map((name): [string, RegExp] => [
    name,
    /^(-[A-Za-z]*[rR]|--(rec|dereference-rec)|--directories=rec|-d)/,
  ]),
  ...['docker', 'podman', 'nerdctl', 'buildah'].map((name): [string, RegExp] => [
    name,
    /^(build|bud|buildx|cp|compose)$/,
  ]),
  ...['python', 'python3'].map((name): [string, RegExp] => [name, /^(zipfile|tarfile)$/]),
  ...['kubectl', 'oc'].map((name): [string, RegExp] => [name, /^(cp|rsync)$/]),
  ['aws', /^(cp|mv|sync)$/],
  ['gsutil', /^(cp|mv|rsync)$/],
  ['gcloud', /^(cp|mv|rsync)$/],
  ['cp', /^(-[A-Za-z]*[rRa]|--(rec|arch))/],
  ['diff', /^(-[A-Za-z]*r|--rec)/],
  ['find', /^-(exec|ok)/],
  ['fd', /^(-[a-zA-Z]*[xX]|--exec)/],
])
const FIRST_IS_TEXT = /(^|\/)(rg|ag|ack|ugrep|rgrep|[a-z]?grep|git|fd)$/
/** Options of git grep with which it reads files that git does not know. */
const UNKNOWN_TO_GIT = /^--(no-index|untracked|no-exclude)/

/** Options with which ripgrep also reads files whose names begin with a dot. */
const RG_HIDDEN = /^(-[a-zA-Z]*[u.]|--(hidden|unrestricted|no-ignore))/

/** Whether a program reads the folders it names with all files in them. */
export function readsWholeFolders(words: readonly string[]): boolean {
  const [path = '', ...rest] = words
  const name = path.split('/').at(-1) ?? ''
  if (name === 'busybox' || name === 'toybox') return readsWholeFolders(rest)
  if (name === 'git') return rest.includes('grep') && rest.some((word) => UNKNOWN_TO_GIT.test(word))
  if (SEARCHERS.has(name) || WHOLE.has(name)) return true
  const option = WITH_OPTION.get(name)
  return option !== undefined && rest.some((word) => option.test(word))
}

/**
 * The folders whose files a command may read without naming them: those it names and, where it names no place, the
 * folder it starts in. What it reads there cannot be told without looking at each file.
 */
export async function searchedFolders(
  one: SimpleCommand,
  named: readonly NamedPath[],
  root: string,
  flavour: PathFlavour,
): Promise<SearchedFolder[]> {
  if (!readsWholeFolders(one.words)) return []
  const hidden = one.words[0] !== 'rg' || one.words.some((word) => RG_HIDDEN.test(word))
  return (await foldersIn(one, named, root, flavour)).map((path) => ({ path, hidden }))
}

async function foldersIn(
  one: SimpleCommand,
  named: readonly NamedPath[],
  root: string,
  flavour: PathFlavour,
): Promise<string[]> {
  const folders = new Set<string>()
  for (const { path, pattern } of named) {
    const plain = pattern ? beforePattern(path) : path
    if ((await kindOf(flavour.path.resolve(root, plain))) === 'folder') folders.add(plain)
  }
  for (const way of one.ways) {
    const start = await folderAt(way, root, flavour)
    if (!(await namesPlace(one, start, flavour))) folders.add(placeOf(root, start, flavour).shown)
  }
  return [...folders]
}

/** Whether the words of a command name a place to read, so that it does not read the folder it starts in. */
async function namesPlace(one: SimpleCommand, start: string, flavour: PathFlavour): Promise<boolean> {
  const words = one.words.slice(1).filter((word) => !word.startsWith('-'))
  // The first word of these is what is searched for.
  const places = FIRST_IS_TEXT.test(one.words[0] ?? '') ? words.slice(1) : words
  for (const place of places) {
    if (one.patterns.includes(place)) return true
    if ((await kindOf(flavour.path.resolve(start, place))) !== null) return true
  }
  return false
}

/** The folder in which a file pattern begins. */
function beforePattern(path: string): string {
  const plain = path.slice(0, path.search(/[*?[]|$/))
  const end = plain.lastIndexOf('/')
  return end < 0 ? '.' : plain.slice(0, end) || '/'
}

async function kindOf(absolute: string): Promise<'file' | 'folder' | null> {
  try {
    return (await lstat(absolute)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EINVAL')) return null
    throw error
  }
}
